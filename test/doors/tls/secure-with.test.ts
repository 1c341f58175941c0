import { once } from "node:events";
import { copyFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { expect, it, vi } from "vitest";
import { secureWith } from "../../../src/doors/tls/secure-with.ts";
import type { Reload } from "../../../src/doors/tls/watched-certificates.ts";
import { folderOfTest } from "../../support/folder-of-test.ts";
import { createAuthority, HAS_OPENSSL, shownName } from "./certificate-authority.ts";

it.skipIf(!HAS_OPENSSL)(
  "a server shows new connections its renewed certificate, and a missing file is named",
  async () => {
    const folder = folderOfTest();
    const authority = createAuthority(folder, "authority");
    const [identity, renewed] = [authority.issue("first"), authority.issue("second")];
    const server = createServer();
    const onReload = vi.fn<(reload: Reload) => void>();
    const stop = await secureWith(server, { files: { identity }, onReload, pollMs: 10 });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    try {
      expect(await shownName(port)).toBe("first");
      copyFileSync(renewed.certificate.path, identity.certificate.path);
      copyFileSync(renewed.privateKey.path, identity.privateKey.path);
      await vi.waitFor(() => expect(onReload).toHaveBeenCalledWith({ kind: "Reloaded" }), {
        timeout: 10_000,
      });
      expect(await shownName(port)).toBe("second");
      const missing = { ...identity, certificate: { name: "ADMIN_TLS_CERT_FILE", path: "/nowhere" } };
      await expect(secureWith(server, { files: { identity: missing }, onReload })).rejects.toThrow(
        "ADMIN_TLS_CERT_FILE: /nowhere cannot be read (ENOENT)",
      );
    } finally {
      stop();
      server.close();
    }
  },
);
