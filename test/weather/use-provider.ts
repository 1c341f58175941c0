import { afterEach, beforeEach } from "vitest";
import type { WeatherFetch } from "../../src/weather/providers/http/reports.ts";
import type { ClosableSource } from "../../src/weather/weather-source.ts";
import {
  createMisbehavingUpstream,
  type Behaviour,
  type MisbehavingUpstream,
} from "../support/fakes/misbehaving-upstream.ts";

/** The address of the provider, and a callback for its fetches. */
export interface ReachedBy {
  readonly url: string;
  readonly onFetch: (fetch: WeatherFetch) => void;
}

/** A new provider for every test of the file, and its sources; all are closed after the test. */
export function useProvider<Options, Source extends ClosableSource | Promise<ClosableSource>>(
  create: (options: Options & ReachedBy) => Source,
  first: () => Behaviour,
) {
  let upstream: MisbehavingUpstream;
  let fetches: WeatherFetch[];
  let sources: Source[];

  beforeEach(async () => {
    upstream = await createMisbehavingUpstream(first());
    fetches = [];
    sources = [];
  });
  afterEach(async () => {
    await Promise.all(sources.map(async (source) => (await source).close()));
    await upstream.close();
  });

  return {
    get upstream() {
      return upstream;
    },
    /** The fetches that were reported. */
    get fetches() {
      return fetches;
    },
    open(options: Options & Partial<ReachedBy>): Source {
      const source = create({ url: upstream.url, onFetch: (fetch) => fetches.push(fetch), ...options });
      sources.push(source);
      return source;
    },
  };
}
