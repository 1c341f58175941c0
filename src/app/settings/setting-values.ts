// Readers for the text of settings. Each throws a ConfigError that says what the setting should be.
import { isIP } from "node:net";
import { isOrigin } from "../../accounts/restrictions.ts";
import { storeAddressFromUrl, storeUrlProblem } from "../../accounts/store-address.ts";
import { NAMED_NETWORKS } from "../../doors/http/caller-address.ts";
import { CORE_ADDRESS_FORMS, coreTargetFromText } from "../../doors/grpc/client/core-address.ts";

/** A setting that the service cannot start with. The message is one line that names it and says what it should be. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

export type SettingReader<T> = (text: string, name: string) => T;

/** Where a door listens; port 0 picks a free one. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** Text that may be a URL with a password or a query. Errors do not quote it. */
const MAY_BE_SECRET = /:.*[@?]/s;

const LISTEN_ADDRESS = /^(?<host>\[[0-9a-fA-F:.]+\]|[^\s:[\]]+):(?<port>\d{1,5})$/;

export const readListenAddress: SettingReader<ListenAddress> = (text, name) => {
  const { host, port } = LISTEN_ADDRESS.exec(text)?.groups ?? {};
  if (host === undefined || port === undefined || Number(port) > 65_535) {
    throw wrongSetting(name, text, "HOST:PORT, such as 127.0.0.1:8080 or [::]:8080");
  }
  return { host: host.replace(/^\[|\]$/g, ""), port: Number(port) };
};

export const readHttpUrl: SettingReader<string> = (text, name) => {
  const url = URL.parse(text);
  if (url === null || !["http:", "https:"].includes(url.protocol)) {
    throw wrongSetting(name, text, "a URL that starts with http:// or https://");
  }
  if (url.username + url.password + url.search + url.hash !== "") {
    // The text is not repeated, because it may contain a secret.
    throw new ConfigError(`${name} must be a URL without a user, a password, a query or a fragment`);
  }
  return text;
};

/** The address of a core, as written. Its name is resolved when the core is called. */
export const readDialledAddress = readText(
  (text) => coreTargetFromText(text) !== undefined,
  CORE_ADDRESS_FORMS,
);

export const readStoreUrl: SettingReader<string> = (text, name) => {
  if (storeAddressFromUrl(text) === undefined) throw new ConfigError(`${name} ${storeUrlProblem(text)}`);
  return text;
};

/** Printable, because it is sent in URLs or headers. A line break at its end is refused too. */
export const readSecret: SettingReader<string> = (text, name) => {
  if (!/^[\x21-\x7e]+$/.test(text)) {
    throw new ConfigError(`${name} must be printable characters without spaces or line breaks`);
  }
  return text;
};

/** For text that can only be read together with other settings. */
export const readAnyText: SettingReader<string> = (text) => text;

/** A path with the name of its setting. Problems with the file show when it is opened. */
export const readFilePath: SettingReader<{ readonly name: string; readonly path: string }> = (
  path,
  name,
) => ({ name, path });

/** At least one millisecond, at most an hour. */
export const readSwitch: SettingReader<boolean> = (text, name) => {
  if (text !== "on" && text !== "off") throw wrongSetting(name, text, "on or off");
  return text === "on";
};

export const readMilliseconds = readWholeNumber("milliseconds", { min: 1, max: 3_600_000 });

/** For a wait that may be left out: at most an hour. */
export const readMillisecondsOrNone = readWholeNumber("milliseconds", { min: 0, max: 3_600_000 });

/** Megabytes of 1024² bytes, like Node's --max-old-space-size; returns bytes. A megabyte holds some 200 forecasts. */
export const readMegabytes: SettingReader<number> = (text, name) =>
  readWholeNumber("megabytes", { min: 1, max: 65_536 })(text, name) * 1024 * 1024;

/** `unit` is for the error. */
export function readWholeNumber(
  unit: string,
  { min, max }: { readonly min: number; readonly max: number },
): SettingReader<number> {
  return (text, name) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max) {
      throw wrongSetting(name, text, `a whole number of ${unit}, ${min} to ${max}`);
    }
    return value;
  };
}

/** Comma-separated origins as browsers send them, or `*`. */
export const readOrigins: SettingReader<readonly string[]> = (text, name) => {
  const origins = listItems(text);
  for (const origin of origins) {
    if (origin !== "*" && !isOrigin(origin)) {
      throw wrongSetting(
        name,
        origin,
        "origins as browsers send them, such as https://shop.example without a path, capacitor://localhost for an app, or *",
      );
    }
  }
  return origins;
};

/** Comma-separated IP addresses or networks (`10.0.0.0/8`), or the names `loopback`, `linklocal`, `uniquelocal`. */
export const readNetworks: SettingReader<readonly string[]> = (text, name) => {
  const networks = listItems(text);
  for (const network of networks) {
    const [address = "", bits, ...rest] = network.split("/");
    const bitsMax = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
    // A network of 0 bits (96 in an IPv4 address written as IPv6) contains all callers: each could claim any address.
    const bitsMin = /^::ffff:\d+\./i.test(address) ? 97 : 1;
    const isNetwork =
      bits === undefined
        ? bitsMax > 0
        : /^\d{1,3}$/.test(bits) && Number(bits) >= bitsMin && Number(bits) <= bitsMax;
    if ((!isNetwork || rest.length > 0) && !Object.hasOwn(NAMED_NETWORKS, network)) {
      throw wrongSetting(
        name,
        network,
        "IP addresses or networks such as 10.0.0.0/8 (not all addresses), separated by commas",
      );
    }
  }
  return networks;
};

/** The text itself, if it is right. */
export function readText(isRight: (text: string) => boolean, expected: string): SettingReader<string> {
  return (text, name) => {
    if (!isRight(text)) throw wrongSetting(name, text, expected);
    return text;
  };
}

export function readOneOf<T extends string>(words: readonly T[]): SettingReader<T> {
  return (text, name) => {
    const word = words.find((candidate) => candidate === text);
    if (word === undefined) {
      throw wrongSetting(name, text, `one of ${words.join(", ")}`);
    }
    return word;
  };
}

/** The items of a comma-separated list; empty ones are left out. */
export function listItems(text: string): readonly string[] {
  return text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

export function wrongSetting(name: string, text: string, expected: string): ConfigError {
  return new ConfigError(
    `${name} must be ${expected}${MAY_BE_SECRET.test(text) ? "" : `; it is ${JSON.stringify(text)}`}`,
  );
}
