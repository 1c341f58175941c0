// Accounts and their sports: what operators change, a few times a day. Each change writes the account's next period, where it
// has begun one, and its lines of the audit log in the same transaction.
import {
  DELETED_NAME,
  planPeriod,
  type Account,
  type AccountChange,
  type CustomSport,
  type NewAccount,
} from "../account.ts";
import { auditedActs, type AuditedAct } from "../audit.ts";
import type { AccountStore } from "../store.ts";
import { randomId } from "../random-text.ts";
import { addAuditLines, addPeriods } from "./history.ts";
import { sql, type Sql, type SqlSession } from "./sql.ts";
import type { StoreParts } from "./store-parts.ts";

type Accounts = Pick<
  AccountStore,
  | "createAccount"
  | "createAccountOnce"
  | "listAccounts"
  | "countByPlan"
  | "findAccount"
  | "findAccountByRef"
  | "updateAccount"
  | "deleteAccount"
>;

type Sports = Pick<AccountStore, "setSport" | "unsetSport" | "sports">;

export interface AccountRow {
  readonly id: string;
  readonly name: string;
  readonly external_ref: string | null;
  readonly plan: string;
  readonly monthly_quota: number;
  /** 0 or 1 in SQLite. */
  readonly is_suspended: boolean | number;
  readonly closed_at_ms: number | null;
  readonly deleted_at_ms: number | null;
  readonly created_at_ms: number;
  readonly sports_revision: number;
}

/** The columns of an AccountRow. */
export const ACCOUNT_COLUMNS = sql`account.id, account.name, account.external_ref, account.plan, account.monthly_quota,
  account.is_suspended, account.closed_at_ms, account.deleted_at_ms, account.created_at_ms, account.sports_revision`;

export function accountFromRow(row: AccountRow): Account {
  return {
    id: row.id,
    name: row.name,
    externalRef: row.external_ref ?? undefined,
    plan: row.plan,
    monthlyQuota: row.monthly_quota,
    isSuspended: Boolean(row.is_suspended),
    closedAtMs: row.closed_at_ms ?? undefined,
    deletedAtMs: row.deleted_at_ms ?? undefined,
    createdAtMs: row.created_at_ms,
    sportsRevision: row.sports_revision,
  };
}

export function createAccounts(parts: StoreParts): Accounts {
  const { database, clock } = parts;

  const find = async (which: Sql, session: Pick<SqlSession, "run"> = database) => {
    const [row] = await session.run<AccountRow>(sql`SELECT ${ACCOUNT_COLUMNS} FROM account WHERE ${which}`);
    return row && accountFromRow(row);
  };

  return {
    createAccount: async (init) => (await insertAccount(parts, init)) as Account,
    createAccountOnce: async (init) => {
      const added = await insertAccount(parts, init);
      if (added !== undefined) return { account: added, isNew: true };
      return { account: (await find(sql`external_ref = ${init.externalRef}`)) as Account, isNew: false };
    },
    listAccounts: async () => {
      const rows = await database.run<AccountRow>(
        sql`SELECT ${ACCOUNT_COLUMNS} FROM account ORDER BY created_at_ms, seq`,
      );
      return rows.map(accountFromRow);
    },
    countByPlan: async () => {
      // ('free', 1204), ('growth', 17), …
      const rows = await database.run<{ readonly plan: string; readonly accounts: number }>(
        sql`SELECT plan, count(*) AS accounts FROM account WHERE deleted_at_ms IS NULL GROUP BY plan`,
      );
      return new Map(rows.map(({ plan, accounts }) => [plan, accounts]));
    },
    findAccount: (id) => find(sql`id = ${id}`),
    findAccountByRef: (externalRef) => find(sql`external_ref = ${externalRef}`),
    updateAccount: (id, asked) =>
      changeAccount(parts, id, {
        changed: (account) => changedAccount(account, asked, clock.nowMs()),
        acts: auditedActs(asked),
      }),
    deleteAccount: (id) =>
      changeAccount(parts, id, {
        changed: (account) =>
          account.closedAtMs === undefined
            ? undefined
            : { ...account, name: DELETED_NAME, externalRef: undefined, deletedAtMs: clock.nowMs() },
        acts: [{ action: "accounts delete" }],
        also: async ({ run }) => {
          await run(sql`DELETE FROM api_key WHERE account_id = ${id}`);
          await run(sql`DELETE FROM custom_sport WHERE account_id = ${id}`);
          return true;
        },
      }),
  };
}

/** Undefined where there is one of that reference, which another process may be about to write: it is waited for. */
function insertAccount(
  parts: StoreParts,
  { name, plan, monthlyQuota, externalRef }: NewAccount & { readonly externalRef?: string },
): Promise<Account | undefined> {
  const { database, clock } = parts;
  return database.transaction(async (session) => {
    const nowMs = clock.nowMs();
    const [row] = await session.run<AccountRow>(sql`
      INSERT INTO account (id, name, external_ref, plan, monthly_quota, is_suspended, created_at_ms)
      VALUES (${randomId("acc")}, ${name}, ${externalRef}, ${plan}, ${monthlyQuota}, ${false}, ${nowMs})
      ON CONFLICT (external_ref) DO NOTHING
      RETURNING ${ACCOUNT_COLUMNS}`);
    if (row === undefined) return undefined;
    const account = accountFromRow(row);
    const about = `${plan} ${monthlyQuota}`;
    await addPeriods(session, account.id, [planPeriod(account, nowMs)]);
    await addAuditLines(session, parts, account.id, [{ action: "accounts create", about }]);
    return account;
  });
}

/** Each change raises the account's revision, in the same step. */
export function createSports(parts: StoreParts): Sports {
  const { database } = parts;
  return {
    setSport: (accountId, { id, definition }) =>
      changeAccount(parts, accountId, {
        changed: raisedRevision,
        acts: [{ action: "sports set", about: id }],
        also: async ({ run }) => {
          await run(sql`
            INSERT INTO custom_sport (account_id, id, definition) VALUES (${accountId}, ${id}, ${definition})
            ON CONFLICT (account_id, id) DO UPDATE SET definition = excluded.definition`);
          return true;
        },
      }),
    unsetSport: (accountId, id) =>
      changeAccount(parts, accountId, {
        changed: raisedRevision,
        acts: [{ action: "sports unset", about: id }],
        also: async ({ run }) => {
          const removed = await run(
            sql`DELETE FROM custom_sport WHERE account_id = ${accountId} AND id = ${id} RETURNING id`,
          );
          return removed.length > 0;
        },
      }),
    sports: async (accountId) => {
      const rows = await database.run<CustomSport>(
        sql`SELECT id, definition FROM custom_sport WHERE account_id = ${accountId} ORDER BY id`,
      );
      return rows.map(({ id, definition }) => ({ id, definition }));
    },
  };
}

function raisedRevision(account: Account): Account {
  return { ...account, sportsRevision: account.sportsRevision + 1 };
}

/** One that is closed again keeps its first date. */
function changedAccount(account: Account, change: AccountChange, nowMs: number): Account {
  const { plan, monthlyQuota, isSuspended, isClosed = account.closedAtMs !== undefined } = change;
  return {
    ...account,
    plan: plan ?? account.plan,
    monthlyQuota: monthlyQuota ?? account.monthlyQuota,
    isSuspended: isSuspended ?? account.isSuspended,
    closedAtMs: isClosed ? (account.closedAtMs ?? nowMs) : undefined,
  };
}

/**
 * Changes an account that is there and not deleted, while nobody else does. Undefined, and nothing done, where there is none,
 * or where `changed` or `also` does not want it.
 */
async function changeAccount(
  { database, clock, operator }: StoreParts,
  accountId: string,
  wanted: {
    readonly changed: (account: Account) => Account | undefined;
    readonly acts: readonly AuditedAct[];
    readonly also?: (session: SqlSession) => Promise<boolean>;
  },
): Promise<Account | undefined> {
  return database.transaction(async (session) => {
    const before = await lockedAccount(session, database.dialect.forUpdate, accountId);
    const after = before && wanted.changed(before);
    if (before === undefined || after === undefined) return undefined;
    if (wanted.also !== undefined && !(await wanted.also(session))) return undefined;
    await session.run(sql`
      UPDATE account
      SET name = ${after.name}, external_ref = ${after.externalRef}, plan = ${after.plan},
          monthly_quota = ${after.monthlyQuota}, is_suspended = ${after.isSuspended},
          closed_at_ms = ${after.closedAtMs}, deleted_at_ms = ${after.deletedAtMs},
          sports_revision = ${after.sportsRevision}
      WHERE id = ${accountId}`);
    const nowMs = clock.nowMs();
    const [old, next] = [planPeriod(before, nowMs), planPeriod(after, nowMs)];
    const isNewPeriod =
      old.plan !== next.plan || old.monthlyQuota !== next.monthlyQuota || old.state !== next.state;
    if (isNewPeriod) await addPeriods(session, accountId, [next]);
    await addAuditLines(session, { clock, operator }, accountId, wanted.acts);
    return after;
  });
}

/** The account, unless it is deleted; it stays as it is until the end of the transaction. */
export async function lockedAccount(
  { run }: SqlSession,
  forUpdate: Sql,
  accountId: string,
): Promise<Account | undefined> {
  const [row] = await run<AccountRow>(
    sql`SELECT ${ACCOUNT_COLUMNS} FROM account WHERE id = ${accountId} AND deleted_at_ms IS NULL ${forUpdate}`,
  );
  return row && accountFromRow(row);
}
