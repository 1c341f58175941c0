import { afterEach, beforeEach } from "vitest";
import type { WeatherFetch } from "../../src/weather/provider/reports.ts";
import type { ClosableSource } from "../../src/weather/weather-source.ts";
import {
  createMisbehavingUpstream,
  type Behaviour,
  type MisbehavingUpstream,
} from "../support/misbehaving-upstream.ts";

/** Where the provider is, and who is told of its fetches. */
export interface ReachedBy {
  readonly url: string;
  readonly onFetch: (fetch: WeatherFetch) => void;
}

/** A provider of its own for every test here, and the sources before it, which are closed with it. */
export function useProvider<Options>(
  create: (options: Options & ReachedBy) => ClosableSource,
  first: () => Behaviour,
) {
  let upstream: MisbehavingUpstream;
  let fetches: WeatherFetch[];
  let sources: ClosableSource[];

  beforeEach(async () => {
    upstream = await createMisbehavingUpstream(first());
    fetches = [];
    sources = [];
  });
  afterEach(async () => {
    await Promise.all(sources.map((source) => source.close()));
    await upstream.close();
  });

  return {
    get upstream() {
      return upstream;
    },
    /** What was reported. */
    get fetches() {
      return fetches;
    },
    open(options: Options & Partial<ReachedBy>): ClosableSource {
      const source = create({ url: upstream.url, onFetch: (fetch) => fetches.push(fetch), ...options });
      sources.push(source);
      return source;
    },
  };
}
