// White-label: BRAND_NAME, BRAND_COLOR and SUPPORT_CONTACT; BRAND_URL is read as any URL is.
import { wrongSetting, type SettingReader } from "./setting-values.ts";

export const DEFAULT_BRAND_NAME = "Weather Suitability Service";

/** Fits beside two buttons on a phone, or nearly. */
const NAME_CHARS_MAX = 60;

/** Letters of any script, signs and spaces: nothing that cannot be seen, or turns the text around it. */
export const readBrandName: SettingReader<string> = (text, name) => {
  const isName = /^\P{C}+$/u.test(text) && /\S/.test(text) && text.length <= NAME_CHARS_MAX;
  if (!isName) throw wrongSetting(name, text, `1 to ${NAME_CHARS_MAX} visible characters`);
  return text.trim();
};

export const readColor: SettingReader<string> = (text, name) => {
  if (!/^#[\da-f]{6}$/i.test(text)) throw wrongSetting(name, text, "a colour such as #2557d6");
  return text.toLowerCase();
};

const MAIL_ADDRESS = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/;

/** In characters that a gRPC message has as they are. */
export const readSupportContact: SettingReader<string> = (text, name) => {
  const { protocol } = URL.parse(text) ?? {};
  const isUrl = protocol === "https:" || protocol === "http:";
  if (!/^[\x21-\x7e]{1,200}$/.test(text) || !(isUrl || MAIL_ADDRESS.test(text))) {
    throw wrongSetting(name, text, "an address of mail, or a URL that starts with https:// or http://");
  }
  return text;
};
