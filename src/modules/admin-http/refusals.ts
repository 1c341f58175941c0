// How HTTP names an account, and what it says about each refusal of an operator's request.
import { EXTERNAL_REF_FORM, isExternalRef } from "../../accounts/account.ts";
import { type AccountNaming, AdminRefusal, type Refusal } from "../../accounts/admin.ts";
import { fault, invalidArgument } from "../../errors/fault.ts";

const REF = "ref:";

/** An account in a request: its id, or `ref:` and its external reference. Throws INVALID_ARGUMENT. */
export function accountFromText(text: string): AccountNaming {
  if (!text.startsWith(REF)) return { text, by: ["id"] };
  const externalRef = text.slice(REF.length);
  if (isExternalRef(externalRef)) return { text: externalRef, by: ["externalRef"] };
  const description = `must be an account's id, or ref: and a reference: ${EXTERNAL_REF_FORM}.`;
  throw invalidArgument([{ field: "account", description }]);
}

/** The fault for an AdminRefusal; any other error as it is. */
export function faultFromRefusal(error: unknown): unknown {
  return error instanceof AdminRefusal ? faultOf(error.refusal) : error;
}

function faultOf(refusal: Refusal) {
  switch (refusal.kind) {
    case "NoAccount":
    case "SeveralAccounts":
    case "Gone":
      return fault({
        reason: "ACCOUNT_NOT_FOUND",
        sentence:
          "No account has this id or reference. Name it by its id (acc_…), or by ref: and its external reference.",
      });
    case "Deleted":
      return wrongState(`The account ${refusal.accountId} is deleted and cannot be changed.`);
    case "NotClosed":
      return wrongState(
        `The account ${refusal.accountId} is in use: close it, and delete it after the last bill.`,
      );
    case "Closed":
      return wrongState(
        `The account ${refusal.accountId} is closed, so its keys do not work: reopen it first.`,
      );
    case "NoKey":
      return fault({
        reason: "KEY_NOT_FOUND",
        sentence:
          "There is no such key. Name it by its id (key_…), which is in the list of the account's keys.",
      });
  }
}

function wrongState(sentence: string) {
  return fault({ reason: "WRONG_ACCOUNT_STATE", sentence });
}
