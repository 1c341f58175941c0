// The methods for accounts: requests and answers. accounts/admin.ts has the rules.
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
  type AccountChange,
} from "../../accounts/account.ts";
import { agreedPlan, type Order } from "../../accounts/admin.ts";
import { INTERNAL_PLAN } from "../../accounts/plans/built-in-plans.ts";
import type { Plans } from "../../accounts/plans/plans.ts";
import { type FieldViolation, invalidArgument } from "../../errors/fault.ts";
import { adminMethod, type AdminCall, type AdminMethod } from "./admin-method.ts";
import type { AdminParts } from "./answer-admin-call.ts";
import { accountToMessage } from "./messages.ts";
import { pageOf, pageToken } from "./pages.ts";
import { accountFromText } from "./refusals.ts";

/** The JSON names of fields in which an order may differ. */
const ORDER_FIELDS = { name: "name", plan: "plan", monthlyQuota: "monthly_quota" } as const;

export function createAccountMethods({ store, plans }: AdminParts): readonly AdminMethod[] {
  const { method } = AdminService;
  return [
    adminMethod(method.createAccount, async (order, { admin }) => {
      const { account, isNew, differs } = await admin.createAccount(orderFromMessage(order, plans));
      return {
        account: accountToMessage(account),
        created: isNew,
        differs: differs.map((part) => ORDER_FIELDS[part]),
      };
    }),
    adminMethod(method.listAccounts, async (asked) => {
      const page = pageOf(asked, "accounts");
      // One extra account shows whether there is another page.
      const accounts = await store.listAccounts({ ...page, most: page.most + 1 });
      const shown = accounts.slice(0, page.most);
      const last = accounts.length > shown.length ? shown.at(-1)?.id : undefined;
      return { accounts: shown.map(accountToMessage), nextPageToken: pageToken(last, "accounts") };
    }),
    adminMethod(method.getAccount, async ({ account }, { admin }) => ({
      account: accountToMessage(await admin.account(accountFromText(account))),
    })),
    adminMethod(method.updateAccount, async (asked, call) =>
      changeAccount(asked.account, changeFromMessage(asked, plans), call),
    ),
    adminMethod(method.deleteAccount, async ({ account }, { admin }) => ({
      account: accountToMessage(await admin.deleteAccount(accountFromText(account))),
    })),
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

async function changeAccount(text: string, change: AccountChange, { admin }: AdminCall) {
  return { account: accountToMessage(await admin.changeAccount(accountFromText(text), change)) };
}

function orderFromMessage(order: MessageShape<typeof CreateAccountRequestSchema>, plans: Plans): Order {
  const violations: FieldViolation[] = [];
  const { externalRef } = order;
  if (!isExternalRef(externalRef)) {
    violations.push({ field: "external_ref", description: `must be ${EXTERNAL_REF_FORM}.` });
  }
  const name = nameFromText(order.name, violations);
  const agreed = planFrom(plans, order.plan, order.monthlyQuota, violations);
  if (agreed === undefined || violations.length > 0) throw invalidArgument(violations);
  return { externalRef, name, agreed };
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
      : planFrom(plans, asked.plan, asked.monthlyQuota, violations)?.terms;
  if (violations.length > 0) throw invalidArgument(violations);
  return { name, ...agreed };
}

function nameFromText(text: string, violations: FieldViolation[]): string {
  const name = text.trim();
  if (!isAccountName(name)) violations.push({ field: "name", description: `must be ${ACCOUNT_NAME_FORM}.` });
  return name;
}

function planFrom(
  plans: Plans,
  name: string,
  monthlyQuota: number | undefined,
  violations: FieldViolation[],
): Order["agreed"] | undefined {
  const agreed = agreedPlan(plansOfShops(plans), name, quotaFrom(monthlyQuota, violations));
  if (agreed.kind === "Agreed") return agreed;
  violations.push(
    agreed.kind === "UnknownPlan"
      ? { field: "plan", description: `must be one of ${agreed.known.join(", ")}.` }
      : {
          field: "monthly_quota",
          description: `is required: the quota of the ${agreed.plan.name} plan is agreed case by case.`,
        },
  );
  return undefined;
}

/**
 * The plans that a shop may order. The operator's own plan is hidden: whoever got hold of a shop's token would have ten million
 * calls. A plan that is no longer sold is not offered, but an order for it may be repeated.
 */
function plansOfShops({ list, named }: Plans): Pick<Plans, "list" | "named"> {
  return {
    list: list.filter(({ isForSale }) => isForSale),
    named: (name) => {
      const plan = named(name);
      return plan?.name === INTERNAL_PLAN.name && !plan.isForSale ? undefined : plan;
    },
  };
}

/** The proto's rules check its range. */
function quotaFrom(monthlyQuota: number | undefined, violations: FieldViolation[]): number | undefined {
  if (monthlyQuota !== undefined && !Number.isSafeInteger(monthlyQuota)) {
    violations.push({ field: "monthly_quota", description: "must be a whole number." });
  }
  return monthlyQuota;
}
