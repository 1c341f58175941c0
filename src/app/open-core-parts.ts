import type { FetchedForecast } from "../weather/cache/fetch.ts";
import { MODULES } from "./all-modules.ts";
import type { CoreParts } from "./module.ts";
import type { Config } from "./settings/core-config.ts";

/** What all modules together add to a core. `opened` closes it. */
export async function openCoreParts(config: Config, parts: CoreParts, opened: AsyncDisposableStack) {
  const open = await Promise.all(MODULES.flatMap(({ core }) => core?.() ?? []));
  const ofModules = open.map((openPart) => openPart(config, parts, opened));
  return {
    methods: ofModules.flatMap(({ methods = [] }) => methods),
    whenCounted: ofModules.flatMap(({ whenCounted }) => whenCounted ?? []),
    onFetched: (fetched: FetchedForecast) => ofModules.forEach((part) => part.onFetched?.(fetched)),
    /** Undefined if no module corrects odds. */
    findCorrection: ofModules.find((part) => part.findCorrection)?.findCorrection,
  };
}
