// The methods for keys, with the same checks as the commands.
import { AdminService, type KeyRestrictions as Message } from "#gen/suitability/admin/v1/admin_pb.ts";
import { issueApiKeyOnce } from "../accounts/issue-api-key.ts";
import { isKeyLabel, KEY_LABEL_FORM, KEY_OPERATIONS, type KeyRestrictions } from "../accounts/key.ts";
import { isKeyOperation, isOrigin, placeKeyFromText } from "../accounts/restrictions.ts";
import { fault, type FieldViolation, invalidArgument } from "../errors/fault.ts";
import { adminMethod, type AdminMethod } from "./admin-method.ts";
import type { AdminParts } from "./answer-admin-call.ts";
import { keyToMessage } from "./messages.ts";
import { changeableAccount, namedAccount, stillThere, wrongState } from "./named-account.ts";

export function createKeyMethods({ store }: AdminParts): readonly AdminMethod[] {
  const { issueKey, listKeys, revokeKey } = AdminService.method;
  return [
    adminMethod(issueKey, async ({ account: text, label, restrictions: asked }, { changes }) => {
      const violations: FieldViolation[] = [];
      if (!isKeyLabel(label))
        violations.push({ field: "label", description: `has to be ${KEY_LABEL_FORM}.` });
      const restrictions = asked && restrictionsFromMessage(asked, violations);
      if (violations.length > 0) throw invalidArgument(violations);
      const { id: accountId, closedAtMs } = await changeableAccount(store, text);
      if (closedAtMs !== undefined) {
        throw wrongState(`The account ${accountId} is closed, so its keys do not work: reopen it first.`);
      }
      const issued = stillThere(await issueApiKeyOnce({ store: changes, accountId, label, restrictions }));
      if (!("apiKey" in issued)) throw labelInUse(issued.inUse);
      return { key: keyToMessage(issued.key), apiKey: issued.apiKey };
    }),
    adminMethod(listKeys, async ({ account: text }) => {
      const { id } = await namedAccount(store, text);
      const [keys, lastMonths] = await Promise.all([store.listKeys(id), store.lastMonths(id)]);
      return { keys: keys.map((key) => keyToMessage(key, lastMonths.get(key.id))) };
    }),
    adminMethod(revokeKey, async ({ key: keyId }, { changes }) => {
      const key = await changes.revokeKey(keyId);
      if (key === undefined) {
        throw fault({
          reason: "KEY_NOT_FOUND",
          sentence:
            "There is no such key. Name it by its id (key_…), which the list of an account's keys has.",
        });
      }
      return { key: keyToMessage(key) };
    }),
  ];
}

/** Reads the restrictions, and adds their problems to the violations. */
function restrictionsFromMessage(
  { origins, places, operations, callsADay }: Message,
  violations: FieldViolation[],
): KeyRestrictions {
  for (const [index, origin] of origins.entries()) {
    if (isOrigin(origin)) continue;
    const description =
      "has to be an origin as browsers send it, such as https://club.example, or capacitor://localhost for an app.";
    violations.push({ field: `restrictions.origins[${index}]`, description });
  }
  const placeKeys = places.map((place, index) => {
    const key = placeKeyFromText(place);
    if (key === undefined) {
      const description = "has to be a latitude and a longitude in decimal degrees, such as 55.95,-3.19.";
      violations.push({ field: `restrictions.places[${index}]`, description });
    }
    return key ?? "";
  });
  for (const [index, operation] of operations.entries()) {
    if (isKeyOperation(operation)) continue;
    const description = `has to be one of ${Object.keys(KEY_OPERATIONS).join(", ")}.`;
    violations.push({ field: `restrictions.operations[${index}]`, description });
  }
  return {
    origins: [...new Set(origins)],
    places: [...new Set(placeKeys)],
    operations: [...new Set(operations.filter(isKeyOperation))],
    callsADay,
  };
}

function labelInUse({ id, label }: { readonly id: string; readonly label: string | undefined }) {
  return fault({
    reason: "LABEL_IN_USE",
    sentence: `The key ${id} has the label ${label} and is not revoked. Choose another label; or, if the answer with that key was lost, revoke the key and ask again.`,
    metadata: { key: id },
  });
}
