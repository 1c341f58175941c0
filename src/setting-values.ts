// How the text of a setting is read. Each reader throws a ConfigError that says what the setting should be.
import { ConfigError } from "./config-error.ts";

/** Reads the text of the setting `name`. */
export type SettingReader<T> = (text: string, name: string) => T;

/** Where a door listens; port 0 picks a free one. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

const LISTEN_ADDRESS = /^(?<host>\[[0-9a-fA-F:.]+\]|[^\s:[\]]+):(?<port>\d{1,5})$/;

export const readListenAddress: SettingReader<ListenAddress> = (text, name) => {
  const { host, port } = LISTEN_ADDRESS.exec(text)?.groups ?? {};
  if (host === undefined || port === undefined || Number(port) > 65_535) {
    throw wrong(name, text, "HOST:PORT, such as 127.0.0.1:8080 or [::]:8080");
  }
  return { host: host.replace(/^\[|\]$/g, ""), port: Number(port) };
};

export const readHttpUrl: SettingReader<string> = (text, name) => {
  const url = URL.parse(text);
  if (url === null || !["http:", "https:"].includes(url.protocol)) {
    throw wrong(name, text, "a URL that starts with http:// or https://");
  }
  return text;
};

export const readText: SettingReader<string> = (text) => text;

/** At least one millisecond, at most an hour. */
export const readMilliseconds: SettingReader<number> = (text, name) => {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > 3_600_000) {
    throw wrong(name, text, "a whole number of milliseconds, 1 to 3600000");
  }
  return value;
};

/** Comma-separated origins as browsers send them, or `*`. */
export const readOrigins: SettingReader<readonly string[]> = (text, name) => {
  const origins = text
    .split(",")
    .map((origin) => origin.trim())
    .filter((origin) => origin !== "");
  for (const origin of origins) {
    if (origin !== "*" && URL.parse(origin)?.origin !== origin) {
      throw wrong(name, origin, "origins without a path, such as https://shop.example, or *");
    }
  }
  return origins;
};

export const readStoreUrl: SettingReader<string> = (text, name) => {
  if (!/^sqlite:.+/.test(text)) {
    throw wrong(name, text, "sqlite:PATH, such as sqlite:data/suitability.db");
  }
  return text;
};

/** One word of a closed set. */
export function readOneOf<T extends string>(words: readonly T[]): SettingReader<T> {
  return (text, name) => {
    const word = words.find((candidate) => candidate === text);
    if (word === undefined) {
      throw wrong(name, text, `one of ${words.join(", ")}`);
    }
    return word;
  };
}

function wrong(name: string, text: string, expected: string): ConfigError {
  return new ConfigError(`${name} must be ${expected}; it is ${JSON.stringify(text)}`);
}
