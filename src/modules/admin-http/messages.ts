import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import {
  type AccountSchema,
  AccountState as StateValue,
  type KeySchema,
} from "#gen/suitability/admin/v1/admin_pb.ts";
import { type Account, type AccountState, accountState } from "../../accounts/account.ts";
import type { ApiKey } from "../../accounts/key.ts";

const STATE_VALUES: Readonly<Record<AccountState, StateValue>> = {
  active: StateValue.ACTIVE,
  suspended: StateValue.SUSPENDED,
  closed: StateValue.CLOSED,
  deleted: StateValue.DELETED,
};

export function stateToMessage(state: AccountState): StateValue {
  return STATE_VALUES[state];
}

export function timeToMessage(ms: number | undefined) {
  return ms === undefined ? undefined : timestampFromMs(ms);
}

// Values that the message's schema does not have are left out of the message.
export function accountToMessage(account: Account): MessageInitShape<typeof AccountSchema> {
  return {
    ...account,
    state: stateToMessage(accountState(account)),
    closedAt: timeToMessage(account.closedAtMs),
    deletedAt: timeToMessage(account.deletedAtMs),
    createdAt: timeToMessage(account.createdAtMs),
  };
}

export function keyToMessage(key: ApiKey, lastUsedMonth?: string): MessageInitShape<typeof KeySchema> {
  const { restrictions } = key;
  return {
    ...key,
    restrictions: restrictions && {
      origins: [...restrictions.origins],
      places: [...restrictions.places],
      operations: [...restrictions.operations],
      callsADay: restrictions.callsADay,
    },
    createdAt: timeToMessage(key.createdAtMs),
    revokedAt: timeToMessage(key.revokedAtMs),
    lastUsedMonth,
  };
}
