import type { Place } from "../../../src/lib/place.ts";
import type { ProviderSettings } from "../../../src/weather/providers/providers.ts";

/** What the suite of every provider needs of one; `contract.ts` in its folder exports it as `contract`. */
export interface ProviderContract {
  /** The settings with which it asks a server at this address. */
  settings(url: string): Partial<ProviderSettings>;
  /** A good answer for the place; JSON. */
  payload(asked: { readonly nowMs: number; readonly place: Place }): unknown;
}

export async function contractOf(name: string): Promise<ProviderContract> {
  const { contract } = (await import(`./${name}/contract.ts`)) as { readonly contract: ProviderContract };
  return contract;
}
