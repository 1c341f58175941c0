// Accounts with a publishable key, and calls with it.
import { issueApiKey } from "../../src/accounts/issue-api-key.ts";
import type { KeyRestrictions } from "../../src/accounts/key.ts";
import type { TestService } from "../support/test-service.ts";
import type { Answer, Fault } from "./door.ts";
import { LONDON, METHODS } from "./methods.ts";

export const CLUB = "https://club.example";
const RESTRICTIONS: KeyRestrictions = {
  origins: ["https://www.club.example", CLUB],
  places: ["55.95,-3.19", "51.51,-0.13"],
  operations: ["forecast"],
  callsADay: 1_000,
};
export const FORECAST = { method: METHODS.getForecast, request: { ...LONDON, days: 1 } };

/** A publishable key of a new account, which has a secret one too. */
export async function createPublishable(
  { store, createCaller, callsOf }: TestService,
  { monthlyQuota = 100_000, ...change }: Partial<KeyRestrictions> & { monthlyQuota?: number } = {},
) {
  const { accountId, key: secret } = await createCaller({ plan: "starter", monthlyQuota });
  const restrictions = { ...RESTRICTIONS, ...change };
  const issued = await issueApiKey({ store, accountId, restrictions });
  if (issued === undefined) throw new Error("the account just created is gone");
  const { key, apiKey } = issued;
  const usage = () => callsOf(accountId);
  return { accountId, secret, keyId: key.id, key: apiKey, headers: { origin: CLUB }, usage };
}

/** `answer`, or the reason of a refusal. */
export const told = (outcome: Answer | Fault | undefined) =>
  outcome?.kind === "fault" ? outcome.reason : outcome?.kind;
