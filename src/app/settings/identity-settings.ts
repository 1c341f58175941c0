// Names and contacts: BRAND_NAME and SUPPORT_CONTACT, DEMO_KEY for the service's own pages, OPERATOR for the audit log.
import { hostname, userInfo } from "node:os";
import { isWellFormedApiKey } from "../../accounts/api-key.ts";
import { isPublishableKey } from "../../accounts/key.ts";
import { isOneLine } from "../../accounts/one-line.ts";
import { ConfigError, readText, type SettingReader } from "./setting-values.ts";

/** A name this long nearly fits beside two buttons on a phone. */
const NAME_CHARS_MAX = 60;

const readVisible = readText(
  (text) => isOneLine(text) && /\S/.test(text) && text.length <= NAME_CHARS_MAX,
  `1 to ${NAME_CHARS_MAX} visible characters`,
);

export const readBrandName: SettingReader<string> = (text, name) => readVisible(text, name).trim();

const MAIL_ADDRESS = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/;

/** Printable ASCII, because error messages contain it, also over gRPC. */
export const readSupportContact = readText((text) => {
  const isUrl = /^https?:$/.test(URL.parse(text)?.protocol ?? "");
  return /^[\x21-\x7e]{1,200}$/.test(text) && (isUrl || MAIL_ADDRESS.test(text));
}, "a mail address, or a URL that starts with https:// or http://");

/** Refuses a secret key, which the front page would publish. The error does not quote it, because errors are logged. */
export const readDemoKey: SettingReader<string> = (text, name) => {
  if (isPublishableKey(text) && isWellFormedApiKey(text)) return text;
  throw new ConfigError(`${name} must be a publishable key (wpk_…)`);
};

const OPERATOR_CHARS_MAX = 100;

export const readOperator: SettingReader<string> = (text, name) => {
  if (text.length > OPERATOR_CHARS_MAX || !isOneLine(text)) {
    throw new ConfigError(
      `${name} must be a name of one line, at most ${OPERATOR_CHARS_MAX} characters long`,
    );
  }
  return text;
};

/** `anna@ops-1`: the user and machine of this process. */
export function defaultOperator(): string {
  return `${userName()}@${hostname()}`;
}

/** Users in containers may have no name; then this is their number. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? "unknown");
  }
}
