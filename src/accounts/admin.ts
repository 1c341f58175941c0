// The rules of what operators do with accounts and keys: which account is meant, what may be changed, and what a plan and its
// quota agree to. Commands use them, and accounts over HTTP; each has its own words for a refusal.
import { orderDifferences, type Account, type AccountChange, type NewAccount } from "./account.ts";
import { issueApiKey, issueApiKeyOnce, type IssuedApiKey } from "./issue-api-key.ts";
import type { ApiKey, NewApiKey } from "./key.ts";
import type { Plan } from "./plans/plan.ts";
import type { Plans } from "./plans/plans.ts";
import type { AccountChanges, AccountStore } from "./store.ts";

/** Why something is not done. */
export type Refusal =
  /** `called` are the accounts of that name, if the request may have meant a name: a change does not accept one. */
  | { readonly kind: "NoAccount"; readonly text: string; readonly called: readonly Account[] }
  /** Several accounts have that name, at least two. */
  | { readonly kind: "SeveralAccounts"; readonly called: readonly Account[] }
  | { readonly kind: "Deleted"; readonly accountId: string }
  /** It was found, and has gone since. */
  | { readonly kind: "Gone"; readonly accountId: string }
  /** Only a closed account is deleted: the last bill comes first. */
  | { readonly kind: "NotClosed"; readonly accountId: string }
  /** A closed account gets no key. */
  | { readonly kind: "Closed"; readonly accountId: string }
  | { readonly kind: "NoKey"; readonly keyId: string };

/** An operator's request that is refused. The message is for logs; people read the sentence of HTTP or of commands. */
export class AdminRefusal extends Error {
  override readonly name = "AdminRefusal";
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.kind);
    this.refusal = refusal;
  }
}

/** A text that names an account, and what it may be, tried in this order. */
export interface AccountNaming {
  readonly text: string;
  /** A name only finds an account to show. Buyers choose names, and one may equal the reference of another order. */
  readonly by: readonly ("id" | "externalRef" | "name")[];
}

/**
 * The plan and quota for an account. The quota follows the plan: it is the plan's own unless another is given, also when an
 * account with another quota moves to the plan. Otherwise why there is none.
 */
export function agreedPlan(plans: Plans, name: string, monthlyQuota: number | undefined): AgreedPlan {
  const plan = plans.named(name);
  if (plan === undefined) return { kind: "UnknownPlan", known: plans.list.map((each) => each.name) };
  const quota = monthlyQuota ?? plan.monthlyQuota;
  if (quota === undefined) return { kind: "QuotaMissing", plan };
  return {
    kind: "Agreed",
    terms: { plan: plan.name, monthlyQuota: quota },
    isQuotaGiven: monthlyQuota !== undefined,
  };
}

export type AgreedPlan =
  | { readonly kind: "UnknownPlan"; readonly known: readonly string[] }
  /** The plan has no quota of its own, and none is given. */
  | { readonly kind: "QuotaMissing"; readonly plan: Plan }
  | Agreed;

interface Agreed {
  readonly kind: "Agreed";
  readonly terms: Pick<NewAccount, "plan" | "monthlyQuota">;
  readonly isQuotaGiven: boolean;
}

export interface Order {
  readonly name: string;
  /** If an account has it, that account is the order's, and stays as it is. */
  readonly externalRef?: string | undefined;
  readonly agreed: Agreed;
}

type KeyInit = Pick<NewApiKey, "label" | "restrictions">;

interface Parts {
  readonly store: AccountStore;
  /** Makes the changes, in the name of an operator. */
  readonly changes: AccountChanges;
}

/** Its methods throw an AdminRefusal. */
export function createAdmin({ store, changes = store }: Pick<Parts, "store"> & Partial<Parts>) {
  const parts = { store, changes };
  return {
    /** The account, to show it. */
    account: (naming: AccountNaming) => namedAccount(store, naming),
    /** The account, if it can still be changed. */
    changeable: (naming: AccountNaming) => changeableAccount(store, naming),
    ...accountsOf(parts),
    ...quotasOf(parts),
    ...keysOf(parts),
  };
}

function accountsOf({ store, changes }: Parts) {
  return {
    /**
     * A repeated order changes nothing, because the account may have moved to another plan since; `differs` says in what it
     * is not as ordered. A quota that the order leaves out cannot differ.
     */
    createAccount: async ({ name, externalRef, agreed: { terms, isQuotaGiven } }: Order) => {
      const init = { name, ...terms };
      const { account, isNew } =
        externalRef === undefined
          ? { account: await changes.createAccount(init), isNew: true }
          : await changes.createAccountOnce({ ...init, externalRef });
      const ordered = isQuotaGiven ? init : { name, plan: terms.plan };
      return { account, isNew, differs: orderDifferences(ordered, account) };
    },

    changeAccount: async (naming: AccountNaming, change: AccountChange): Promise<Account> => {
      const { id } = await changeableAccount(store, naming);
      return stillThere(await changes.updateAccount(id, change), id);
    },

    /** Deletes a closed account. `confirm` may throw to keep it. */
    deleteAccount: async (
      naming: AccountNaming,
      { confirm }: { readonly confirm?: (account: Account) => Promise<void> } = {},
    ): Promise<Account> => {
      const account = await changeableAccount(store, naming);
      const { id, closedAtMs } = account;
      if (closedAtMs === undefined) throw new AdminRefusal({ kind: "NotClosed", accountId: id });
      await confirm?.(account);
      return stillThere(await changes.deleteAccount(id), id);
    },
  };
}

/** A plan's quota may change after accounts have got it. */
function quotasOf({ store, changes }: Parts) {
  return {
    /** The accounts of a plan. */
    holders: async (plan: string): Promise<readonly Account[]> => {
      const accounts = await store.listAccounts();
      return accounts.filter((account) => account.plan === plan && account.deletedAtMs === undefined);
    },

    /**
     * Gives the quota to those of the accounts that still have the plan and the quota that they are listed with: somebody
     * may have agreed on another since. Returns the changed ones. One account at a time, so running it again after a failure
     * continues.
     */
    changeQuotas: async (accounts: readonly Account[], monthlyQuota: number): Promise<readonly Account[]> => {
      const changed: Account[] = [];
      for (const { id, plan, monthlyQuota: former } of accounts) {
        const account = await changes.updateAccount(id, { monthlyQuota }, { plan, monthlyQuota: former });
        if (account !== undefined) changed.push(account);
      }
      return changed;
    },
  };
}

function keysOf({ store, changes }: Parts) {
  const ownerOfNewKey = async (naming: AccountNaming): Promise<string> => {
    const { id: accountId, closedAtMs } = await changeableAccount(store, naming);
    if (closedAtMs !== undefined) throw new AdminRefusal({ kind: "Closed", accountId });
    return accountId;
  };
  return {
    issueKey: async (naming: AccountNaming, init: KeyInit): Promise<IssuedApiKey> => {
      const accountId = await ownerOfNewKey(naming);
      return stillThere(await issueApiKey({ store: changes, accountId, ...init }), accountId);
    },

    /** The same for a request that may be repeated: an active key with that label is returned as `inUse`. */
    issueKeyOnce: async (naming: AccountNaming, init: KeyInit & { readonly label: string }) => {
      const accountId = await ownerOfNewKey(naming);
      return stillThere(await issueApiKeyOnce({ store: changes, accountId, ...init }), accountId);
    },

    revokeKey: async (keyId: string): Promise<ApiKey> => {
      const key = await changes.revokeKey(keyId);
      if (key === undefined) throw new AdminRefusal({ kind: "NoKey", keyId });
      return key;
    },
  };
}

/** Throws an AdminRefusal if the account has gone since it was found. */
export function stillThere<Value>(value: Value | undefined, accountId: string): Value {
  if (value === undefined) throw new AdminRefusal({ kind: "Gone", accountId });
  return value;
}

async function namedAccount(store: AccountStore, naming: AccountNaming): Promise<Account> {
  const found = await accountByIdOrRef(store, naming);
  if (found !== undefined) return found;
  const called = await accountsCalled(store, naming);
  const [account, ...others] = called;
  if (account === undefined) throw new AdminRefusal({ kind: "NoAccount", text: naming.text, called });
  if (others.length > 0) throw new AdminRefusal({ kind: "SeveralAccounts", called });
  return account;
}

async function changeableAccount(store: AccountStore, naming: AccountNaming): Promise<Account> {
  const account = await accountByIdOrRef(store, naming);
  if (account === undefined) {
    const called = await accountsCalled(store, naming);
    throw new AdminRefusal({ kind: "NoAccount", text: naming.text, called });
  }
  if (account.deletedAtMs !== undefined) throw new AdminRefusal({ kind: "Deleted", accountId: account.id });
  return account;
}

/** An id and a reference each belong to one account. */
async function accountByIdOrRef(
  store: AccountStore,
  { text, by }: AccountNaming,
): Promise<Account | undefined> {
  for (const way of by) {
    if (way === "name") continue;
    const account = await (way === "id" ? store.findAccount(text) : store.findAccountByRef(text));
    if (account !== undefined) return account;
  }
  return undefined;
}

/** The accounts of that name. An exact name is preferred to names that differ in case. A deleted account has no name. */
async function accountsCalled(store: AccountStore, { text, by }: AccountNaming): Promise<readonly Account[]> {
  if (!by.includes("name")) return [];
  const accounts = (await store.listAccounts()).filter(({ deletedAtMs }) => deletedAtMs === undefined);
  const exact = accounts.filter(({ name }) => name === text);
  const lowerCase = text.toLowerCase();
  return exact.length > 0 ? exact : accounts.filter(({ name }) => name.toLowerCase() === lowerCase);
}
