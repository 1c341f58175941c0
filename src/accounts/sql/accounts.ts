// Accounts and their sports: changed by operators, a few times a day. Each change writes the account's next plan period, if
// one begins, and its audit lines in the same transaction.
import {
  DELETED_NAME,
  planPeriod,
  type Account,
  type AccountChange,
  type CustomSport,
  type NewAccount,
} from "../account.ts";
import { auditedActs, type AuditedAct } from "../audit.ts";
import type { AccountFacet, SportFacet } from "../store.ts";
import { randomId } from "../random-text.ts";
import { addAuditLines, addPeriod } from "./history.ts";
import { sql, type Sql, type SqlSession, type StoreParts } from "./sql.ts";

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

export function createAccounts(parts: StoreParts) {
  const { database, clock } = parts;

  const find = async (which: Sql) => {
    const [row] = await database.run<AccountRow>(sql`SELECT ${ACCOUNT_COLUMNS} FROM account WHERE ${which}`);
    return row && accountFromRow(row);
  };

  return {
    createAccount: async (init) => (await insertAccount(parts, init)) as Account,
    createAccountOnce: async (init) => {
      for (;;) {
        const added = await insertAccount(parts, init);
        if (added !== undefined) return { account: added, isNew: true };
        const account = await find(sql`external_ref = ${init.externalRef}`);
        // Undefined if it was deleted meanwhile: then the reference is free again.
        if (account !== undefined) return { account, isNew: false };
      }
    },
    listAccounts: async ({ after, most } = { after: undefined, most: Number.MAX_SAFE_INTEGER }) => {
      const afterAccount =
        after === undefined
          ? sql``
          : sql`WHERE (created_at_ms, seq) > (SELECT created_at_ms, seq FROM account WHERE id = ${after})`;
      const rows = await database.run<AccountRow>(
        sql`SELECT ${ACCOUNT_COLUMNS} FROM account ${afterAccount} ORDER BY created_at_ms, seq LIMIT ${most}`,
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
    updateAccount: (id, asked, onlyIf) =>
      changeAccount(parts, id, {
        changed: (account) =>
          onlyIf !== undefined &&
          (account.plan !== onlyIf.plan || account.monthlyQuota !== onlyIf.monthlyQuota)
            ? undefined
            : changedAccount(account, asked, clock.nowMs()),
        acts: auditedActs,
      }),
    deleteAccount: (id) =>
      changeAccount(parts, id, {
        changed: (account) =>
          account.closedAtMs === undefined
            ? undefined
            : { ...account, name: DELETED_NAME, externalRef: undefined, deletedAtMs: clock.nowMs() },
        acts: () => [{ action: "accounts delete" }],
        also: async (session) => {
          await session.run(sql`DELETE FROM api_key WHERE account_id = ${id}`);
          await session.run(sql`DELETE FROM custom_sport WHERE account_id = ${id}`);
          await parts.forgetAccount(session, id);
          return true;
        },
      }),
  } satisfies AccountFacet;
}

/** Undefined if the reference exists. Another process may be writing it; then this waits. */
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
    await addPeriod(session, account.id, planPeriod(account, nowMs));
    await addAuditLines(session, parts, account.id, [{ action: "accounts create", about }]);
    return account;
  });
}

/** Each change raises the account's revision in the same step. */
export function createSports(parts: StoreParts) {
  return {
    setSport: (accountId, { id, definition }) =>
      changeAccount(parts, accountId, {
        changed: raisedRevision,
        acts: () => [{ action: "sports set", about: id }],
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
        acts: () => [{ action: "sports unset", about: id }],
        also: async ({ run }) => {
          const removed = await run(
            sql`DELETE FROM custom_sport WHERE account_id = ${accountId} AND id = ${id} RETURNING id`,
          );
          return removed.length > 0;
        },
      }),
    sports: async (accountId) => {
      const rows = await parts.database.run<CustomSport>(
        sql`SELECT id, definition FROM custom_sport WHERE account_id = ${accountId} ORDER BY id`,
      );
      return rows.map(({ id, definition }) => ({ id, definition }));
    },
  } satisfies SportFacet;
}

function raisedRevision(account: Account): Account {
  return { ...account, sportsRevision: account.sportsRevision + 1 };
}

/** Closing an account again keeps its first closing date. */
function changedAccount(account: Account, change: AccountChange, nowMs: number): Account {
  const { name, plan, monthlyQuota, isSuspended, isClosed = account.closedAtMs !== undefined } = change;
  return {
    ...account,
    name: name ?? account.name,
    plan: plan ?? account.plan,
    monthlyQuota: monthlyQuota ?? account.monthlyQuota,
    isSuspended: isSuspended ?? account.isSuspended,
    closedAtMs: isClosed ? (account.closedAtMs ?? nowMs) : undefined,
  };
}

/**
 * Changes an existing account under a lock. Returns undefined and does nothing if it is missing or deleted, or if `changed`
 * or `also` declines.
 */
async function changeAccount(
  { database, clock, operator }: StoreParts,
  accountId: string,
  wanted: {
    readonly changed: (account: Account) => Account | undefined;
    readonly acts: (before: Account, after: Account) => readonly AuditedAct[];
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
    if (isNewPeriod) await addPeriod(session, accountId, next);
    await addAuditLines(session, { clock, operator }, accountId, wanted.acts(before, after));
    return after;
  });
}

/** The account, locked until the end of the transaction; undefined if it is missing or deleted. */
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
