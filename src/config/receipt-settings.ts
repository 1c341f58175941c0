import { NO_RECEIPT_KEYS, receiptKeysFromJson, type ReceiptKeys } from "../receipts/receipt-keys.ts";
import { readJsonFile } from "./setting-files.ts";
import {
  ConfigError,
  readHttpUrl,
  wrongSetting,
  type Optional,
  type SettingReader,
} from "./setting-values.ts";

const readKeysFile: SettingReader<ReceiptKeys> = (path, name) =>
  readJsonFile(path, `${name} must be a file that \`receipts new-key\` writes`, receiptKeysFromJson).keys;

/** Without a trailing slash, as in receipts. */
const readIssuer: SettingReader<string> = (text, name) => {
  const url = readHttpUrl(text, name);
  if (!url.startsWith("https://")) throw wrongSetting(name, text, "a URL that starts with https://");
  return url.replace(/\/$/, "");
};

/** Throws a ConfigError for a signing key without an issuer. */
export function receiptSettings(optional: Optional) {
  const receiptKeys = optional("RECEIPT_KEYS_FILE", readKeysFile) ?? NO_RECEIPT_KEYS;
  const receiptIssuer = optional("RECEIPT_ISSUER", readIssuer);
  if (receiptKeys.signing !== undefined && receiptIssuer === undefined) {
    throw new ConfigError(
      "RECEIPT_ISSUER must be set with RECEIPT_KEYS_FILE: the https URL under which this service is known",
    );
  }
  return {
    /** Without a signing key, no receipts are signed. */
    receiptKeys,
    receiptIssuer,
  };
}
