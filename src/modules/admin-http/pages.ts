// Pages of accounts (https://google.aip.dev/158). A token contains the list and the last account of a page, so that any
// replica can continue at any time.
import type { AccountPage } from "../../accounts/store.ts";
import { invalidArgument } from "../../errors/fault.ts";

const SIZE_DEFAULT = 100;
const SIZE_MAX = 500;

/** `list` identifies the list and its month; a token of another list is refused. */
export function pageOf(
  { pageSize, pageToken: token }: { readonly pageSize: number; readonly pageToken: string },
  list: string,
): AccountPage {
  const most = pageSize === 0 ? SIZE_DEFAULT : Math.min(pageSize, SIZE_MAX);
  if (token === "") return { after: undefined, most };
  const text = Buffer.from(token, "base64url").toString();
  const after = text.slice(list.length + 1);
  if (!text.startsWith(`${list} `) || !/^acc_[a-z]{12}$/.test(after)) {
    const description = "must be the next_page_token of the page before, of the same list and month.";
    throw invalidArgument([{ field: "page_token", description }]);
  }
  return { after, most };
}

/** Empty on the last page. */
export function pageToken(last: string | undefined, list: string): string {
  return last === undefined ? "" : Buffer.from(`${list} ${last}`).toString("base64url");
}
