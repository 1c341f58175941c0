import { create, type DescMessage, type MessageInitShape, type MessageShape } from "@bufbuild/protobuf";
import { LRUCache } from "lru-cache";
import type { CompiledProfile } from "../scoring/sports/compiled-profile.ts";
import type { HourlyWeather } from "../weather/hourly-weather.ts";

/** What an answer is made from. */
export interface Made {
  /** Everything else of the request, and of the time of day, that it depends on. */
  readonly key: string;
  readonly forecast: HourlyWeather;
  readonly profile: CompiledProfile;
}

/** The answer made last time from the very same forecast and sport, or else a new one. */
export type PreparedAnswers<Answer extends DescMessage> = (
  made: Made,
  make: () => MessageInitShape<Answer>,
) => MessageShape<Answer>;

interface Prepared<Answer> {
  /** Ten times as large as most answers, and without it nobody asks for the answer again: not kept by it. */
  readonly forecast: WeakRef<HourlyWeather>;
  readonly profile: CompiledProfile;
  readonly answer: Answer;
}

/**
 * Keeps answers for whoever asks the same again: sites ask for the same venues and slots all day, and a forecast is good
 * for minutes. The answers are frozen, which also tells a door that it may keep what it makes of one.
 */
export function createPreparedAnswers<Answer extends DescMessage>({
  message,
  max,
}: {
  readonly message: Answer;
  /** Those asked for least recently go first. */
  readonly max: number;
}): PreparedAnswers<Answer> {
  const prepared = new LRUCache<string, Prepared<MessageShape<Answer>>>({ max });
  return ({ key, forecast, profile }, make) => {
    const held = prepared.get(key);
    if (held?.forecast.deref() === forecast && held.profile === profile) return held.answer;
    const answer = Object.freeze(create(message, make())) as MessageShape<Answer>;
    prepared.set(key, { forecast: new WeakRef(forecast), profile, answer });
    return answer;
  };
}
