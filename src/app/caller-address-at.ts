import type { Config } from "./settings/core-config.ts";
import { createCallerAddress, createIsTrusted } from "../doors/http/caller-address.ts";
import type { Logger } from "../observability/logger.ts";

export function callerAddressAt(door: string, { trustedProxies }: Config, logger: Logger) {
  return createCallerAddress({
    trustedProxies,
    onDisbelieved: () =>
      logger.warn(
        { door },
        "X-Forwarded-For is not believed: TRUSTED_PROXIES does not name who sent it, so all callers behind that proxy or sidecar count as one address",
      ),
  });
}

/** Undefined if no proxy is trusted. */
export function isTrustedBy({ trustedProxies }: Pick<Config, "trustedProxies">) {
  return trustedProxies.length === 0 ? undefined : createIsTrusted(trustedProxies);
}
