import { readSettings } from "../../../src/app/settings/setting.ts";
import { PROVIDER_SETTINGS, type ProviderSettings } from "../../../src/weather/providers/providers.ts";

/** The settings of all providers: these, and the defaults of the others. */
export function providerSettings(settings: Partial<ProviderSettings> = {}): ProviderSettings {
  return { ...(readSettings(PROVIDER_SETTINGS, {}) as ProviderSettings), ...settings };
}
