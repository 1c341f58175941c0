import type { Licence } from "./provider.ts";

export const CC_BY: Licence = { name: "CC BY 4.0", url: "https://creativecommons.org/licenses/by/4.0/" };
