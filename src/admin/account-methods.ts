// The methods for accounts, with the same checks as the commands.
import type { MessageShape } from "@bufbuild/protobuf";
import {
  AdminService,
  type CreateAccountRequestSchema,
  type UpdateAccountRequestSchema,
} from "#gen/suitability/admin/v1/admin_pb.ts";
import {
  ACCOUNT_NAME_FORM,
  EXTERNAL_REF_FORM,
  isAccountName,
  isExternalRef,
  orderDifferences,
  type AccountChange,
} from "../accounts/account.ts";
import { agreedPlan, type Plans } from "../accounts/plans/plans.ts";
import { type FieldViolation, invalidArgument } from "../errors/fault.ts";
import { adminMethod, type AdminCall, type AdminMethod } from "./admin-method.ts";
import type { AdminParts } from "./answer-admin-call.ts";
import { accountToMessage } from "./messages.ts";
import { changeableAccount, namedAccount, stillThere, wrongState } from "./named-account.ts";
import { pageOf, pageToken } from "./pages.ts";

/** The JSON names of fields in which an order may differ. */
const ORDER_FIELDS = { name: "name", plan: "plan", monthlyQuota: "monthly_quota" } as const;

export function createAccountMethods({ store, plans }: AdminParts): readonly AdminMethod[] {
  const { method } = AdminService;
  const changeAccount = async (text: string, change: AccountChange, { changes }: AdminCall) => {
    const { id } = await changeableAccount(store, text);
    return { account: accountToMessage(stillThere(await changes.updateAccount(id, change))) };
  };

  return [
    adminMethod(method.createAccount, async (order, { changes }) => {
      const init = orderFromMessage(order, plans);
      const { account, isNew } = await changes.createAccountOnce(init);
      // A quota that the order leaves out cannot differ.
      const said = { ...init, monthlyQuota: order.monthlyQuota };
      const differs = orderDifferences(said, account).map((part) => ORDER_FIELDS[part]);
      return { account: accountToMessage(account), created: isNew, differs };
    }),
    adminMethod(method.listAccounts, async (asked) => {
      const page = pageOf(asked, "accounts");
      // One extra account shows whether there is another page.
      const accounts = await store.listAccounts({ ...page, most: page.most + 1 });
      const shown = accounts.slice(0, page.most);
      const last = accounts.length > shown.length ? shown.at(-1)?.id : undefined;
      return { accounts: shown.map(accountToMessage), nextPageToken: pageToken(last, "accounts") };
    }),
    adminMethod(method.getAccount, async ({ account }) => ({
      account: accountToMessage(await namedAccount(store, account)),
    })),
    adminMethod(method.updateAccount, async (asked, call) =>
      changeAccount(asked.account, changeFromMessage(asked, plans), call),
    ),
    adminMethod(method.deleteAccount, async ({ account: text }, { changes }) => {
      const { id, closedAtMs } = await changeableAccount(store, text);
      if (closedAtMs === undefined) {
        throw wrongState(`The account ${id} is in use: close it, and delete it after the last bill.`);
      }
      return { account: accountToMessage(stillThere(await changes.deleteAccount(id))) };
    }),
    adminMethod(method.suspendAccount, ({ account }, call) =>
      changeAccount(account, { isSuspended: true }, call),
    ),
    adminMethod(method.resumeAccount, ({ account }, call) =>
      changeAccount(account, { isSuspended: false }, call),
    ),
    adminMethod(method.closeAccount, ({ account }, call) => changeAccount(account, { isClosed: true }, call)),
    adminMethod(method.reopenAccount, ({ account }, call) =>
      changeAccount(account, { isClosed: false }, call),
    ),
  ];
}

function orderFromMessage(order: MessageShape<typeof CreateAccountRequestSchema>, plans: Plans) {
  const violations: FieldViolation[] = [];
  const { externalRef } = order;
  if (!isExternalRef(externalRef)) {
    violations.push({ field: "external_ref", description: `has to be ${EXTERNAL_REF_FORM}.` });
  }
  const name = nameFromText(order.name, violations);
  const agreed = planFrom(plans, order.plan, order.monthlyQuota, violations);
  if (agreed === undefined || violations.length > 0) throw invalidArgument(violations);
  return { externalRef, name, ...agreed };
}

function changeFromMessage(
  asked: MessageShape<typeof UpdateAccountRequestSchema>,
  plans: Plans,
): AccountChange {
  const violations: FieldViolation[] = [];
  const name = asked.name === undefined ? undefined : nameFromText(asked.name, violations);
  const agreed =
    asked.plan === undefined
      ? { monthlyQuota: quotaFrom(asked.monthlyQuota, violations) }
      : planFrom(plans, asked.plan, asked.monthlyQuota, violations);
  if (violations.length > 0) throw invalidArgument(violations);
  return { name, ...agreed };
}

function nameFromText(text: string, violations: FieldViolation[]): string {
  const name = text.trim();
  if (!isAccountName(name))
    violations.push({ field: "name", description: `has to be ${ACCOUNT_NAME_FORM}.` });
  return name;
}

function planFrom(
  plans: Plans,
  name: string,
  monthlyQuota: number | undefined,
  violations: FieldViolation[],
): { readonly plan: string; readonly monthlyQuota: number } | undefined {
  const agreed = agreedPlan(plans, name, quotaFrom(monthlyQuota, violations));
  if (agreed.kind === "Agreed") return { plan: agreed.plan, monthlyQuota: agreed.monthlyQuota };
  violations.push(
    agreed.kind === "UnknownPlan"
      ? { field: "plan", description: `has to be one of ${agreed.known.join(", ")}.` }
      : {
          field: "monthly_quota",
          description: `is required: the quota of the ${agreed.plan.name} plan is agreed case by case.`,
        },
  );
  return undefined;
}

/** The proto's rules check its range. */
function quotaFrom(monthlyQuota: number | undefined, violations: FieldViolation[]): number | undefined {
  if (monthlyQuota !== undefined && !Number.isSafeInteger(monthlyQuota)) {
    violations.push({ field: "monthly_quota", description: "has to be a whole number." });
  }
  return monthlyQuota;
}
