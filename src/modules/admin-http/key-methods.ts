// The methods for keys: requests and answers. accounts/admin.ts has the rules.
import { AdminService, type KeyRestrictions as Message } from "#gen/suitability/admin/v1/admin_pb.ts";
import { isKeyLabel, KEY_LABEL_FORM, KEY_OPERATIONS, type KeyRestrictions } from "../../accounts/key.ts";
import { keyRestrictions, RESTRICTION_FROM_TEXT } from "../../accounts/restrictions.ts";
import { fault, type FieldViolation, invalidArgument } from "../../errors/fault.ts";
import { adminMethod, type AdminMethod } from "./admin-method.ts";
import type { AdminParts } from "./answer-admin-call.ts";
import { keyToMessage } from "./messages.ts";
import { accountFromText } from "./refusals.ts";

export function createKeyMethods({ store }: AdminParts): readonly AdminMethod[] {
  const { issueKey, listKeys, revokeKey } = AdminService.method;
  return [
    adminMethod(issueKey, async ({ account, label, restrictions: asked }, { admin }) => {
      const violations: FieldViolation[] = [];
      if (!isKeyLabel(label)) violations.push({ field: "label", description: `must be ${KEY_LABEL_FORM}.` });
      const restrictions = asked && restrictionsFromMessage(asked, violations);
      if (violations.length > 0) throw invalidArgument(violations);
      const issued = await admin.issueKeyOnce(accountFromText(account), { label, restrictions });
      if (!("apiKey" in issued)) throw labelInUse(issued.inUse);
      return { key: keyToMessage(issued.key), apiKey: issued.apiKey };
    }),
    adminMethod(listKeys, async ({ account }, { admin }) => {
      const { id } = await admin.account(accountFromText(account));
      const [keys, lastMonths] = await Promise.all([store.listKeys(id), store.lastMonths(id)]);
      return { keys: keys.map((key) => keyToMessage(key, lastMonths.get(key.id))) };
    }),
    adminMethod(revokeKey, async ({ key }, { admin }) => ({
      key: keyToMessage(await admin.revokeKey(key)),
    })),
  ];
}

/** What each value of a list has to be. */
const RESTRICTION_FORMS = {
  origins:
    "must be an origin as browsers send it, such as https://club.example, or capacitor://localhost for an app.",
  places: "must be a latitude and a longitude in decimal degrees, such as 55.95,-3.19.",
  operations: `must be one of ${Object.keys(KEY_OPERATIONS).join(", ")}.`,
} as const;

/** Reads the restrictions, and adds their problems to the violations. */
function restrictionsFromMessage(message: Message, violations: FieldViolation[]): KeyRestrictions {
  const valuesOf = <Value>(
    list: keyof typeof RESTRICTION_FROM_TEXT,
    valueFromText: (text: string) => Value | undefined,
  ): Value[] =>
    message[list].flatMap((text, index) => {
      const value = valueFromText(text);
      if (value !== undefined) return [value];
      violations.push({ field: `restrictions.${list}[${index}]`, description: RESTRICTION_FORMS[list] });
      return [];
    });
  return keyRestrictions({
    origins: valuesOf("origins", RESTRICTION_FROM_TEXT.origins),
    places: valuesOf("places", RESTRICTION_FROM_TEXT.places),
    operations: valuesOf("operations", RESTRICTION_FROM_TEXT.operations),
    callsADay: message.callsADay,
  });
}

function labelInUse({ id, label }: { readonly id: string; readonly label: string | undefined }) {
  return fault({
    reason: "LABEL_IN_USE",
    sentence: `The key ${id} has the label ${label} and is not revoked. Choose another label; or, if the answer with that key was lost, revoke the key and ask again.`,
    metadata: { key: id },
  });
}
