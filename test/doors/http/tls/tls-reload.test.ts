// Certificates that change on disk while in use.
import { once } from "node:events";
import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { connect } from "node:http2";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createGrpcServer, type GrpcServer } from "../../../../src/doors/grpc/door.ts";
import type { CertificateFiles, NamedFile } from "../../../../src/doors/http/tls/read-certificates.ts";
import { secureWith } from "../../../../src/doors/http/tls/secure-with.ts";
import { watchCertificates, type Reload } from "../../../../src/doors/http/tls/watched-certificates.ts";
import { createTemporaryFolder, type TemporaryFolder } from "../../../support/programs/temporary-folder.ts";
import { ALONE, dial } from "../../grpc/bare-server.ts";
import { createAuthority, HAS_OPENSSL, shownName, type Authority } from "./certificate-authority.ts";

type Identity = NonNullable<CertificateFiles["identity"]>;

const POLL_MS = 10;
const WAIT = { timeout: 5_000 };

describe.skipIf(!HAS_OPENSSL)("certificates that change on disk (skipped without openssl)", () => {
  let folder: TemporaryFolder;
  let authority: Authority;
  let reloads: Reload[];
  let server: GrpcServer | undefined;

  beforeEach(() => {
    folder = createTemporaryFolder();
    authority = createAuthority(folder.path, "authority");
    reloads = [];
  });
  afterEach(async () => {
    await server?.close(100);
    folder.remove();
  });

  const path = (...names: readonly string[]) => join(folder.path, ...names);
  const onReload = (reload: Reload) => reloads.push(reload);

  /** Listens with a certificate and nothing to call but the health service. */
  const serve = (files: CertificateFiles & { identity: Identity }) => {
    server = createGrpcServer({
      services: [],
      answerCall: () => Promise.reject(new Error("there is nothing to call")),
      ...ALONE,
      tls: { files, onReload, pollMs: POLL_MS },
    });
    server.setServing(true);
    return server.listen({ host: "127.0.0.1", port: 0 });
  };

  /** Mounts a secret as Kubernetes does: each file is a link through the link `..data`, which is swapped. */
  const mount = (version: string, { certificate, privateKey }: Identity) => {
    mkdirSync(path(version));
    copyFileSync(certificate.path, path(version, "tls.crt"));
    copyFileSync(privateKey.path, path(version, "tls.key"));
    symlinkSync(version, path("..data_tmp"));
    renameSync(path("..data_tmp"), path("..data"));
  };
  const linked = (name: string): NamedFile => {
    symlinkSync(join("..data", name), path(name));
    return { name, path: path(name) };
  };

  // This test comes first, because the other tests leave timers of grpc-js behind for a while.
  it("are no longer polled after the watch is closed", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const identity = authority.issue("used");
    const watched = await watchCertificates({ files: { identity }, onReload });
    expect(vi.getTimerCount()).toBe(1);
    watched.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("are used for new connections after a mounted secret is swapped, without closing old ones", async () => {
    mount("..1", authority.issue("first"));
    const port = await serve({
      identity: { certificate: linked("tls.crt"), privateKey: linked("tls.key") },
    });
    // Not the client that sidecars use, which would connect again unnoticed.
    const old = connect(`https://localhost:${port}`, { ca: readFileSync(authority.certificate.path) });
    await once(old, "connect");
    expect(await shownName(port)).toBe("first");

    mount("..2", authority.issue("second"));
    await vi.waitFor(async () => expect(await shownName(port)).toBe("second"), WAIT);
    expect(reloads).toEqual([{ kind: "Reloaded" }]);
    const { promise, resolve } = Promise.withResolvers<Error | null>();
    old.ping(resolve);
    expect(await promise).toBeNull();
    old.close();
  });

  it.each<[string, (used: Identity, other: Identity) => void, RegExp]>([
    ["missing", ({ certificate }) => rmSync(certificate.path), /certificate of used: .*ENOENT/],
    ["half written", ({ certificate }) => writeFileSync(certificate.path, "-----BEGIN"), /no certificate/],
    [
      "not the key's",
      ({ certificate }, other) => replace(other.certificate, certificate),
      /key of used: .* is not the private key/,
    ],
  ])(
    "that are %s are refused once, and the old ones serve until good ones come",
    async (_what, spoil, why) => {
      const used = authority.issue("used");
      const next = authority.issue("next");
      const port = await serve({ identity: used });
      spoil(used, next);
      await vi.waitFor(() => expect(reloads).toHaveLength(1), WAIT);
      expect(await shownName(port)).toBe("used");

      copyOver(next, used);
      await vi.waitFor(async () => expect(await shownName(port)).toBe("next"), WAIT);
      expect(reloads).toEqual([
        { kind: "Refused", reason: expect.stringMatching(why) },
        { kind: "Reloaded" },
      ]);
    },
  );

  it("are presented to new connections by an HTTPS server", async () => {
    const used = authority.issue("used");
    const https = createServer();
    const stop = await secureWith(https, { files: { identity: used }, onReload, pollMs: POLL_MS });
    onTestFinished(() => {
      stop();
      https.close();
    });
    await once(https.listen(0, "127.0.0.1"), "listening");
    const { port } = https.address() as AddressInfo;
    expect(await shownName(port)).toBe("used");
    copyOver(authority.issue("renewed"), used);
    await vi.waitFor(async () => expect(await shownName(port)).toBe("renewed"), WAIT);
  });

  it("take effect at the next connection, for a client's own certificate and for a server's CA", async () => {
    const newAuthority = createAuthority(folder.path, "new-authority");
    const clientCa = { name: "client CA", path: path("client-ca.pem") };
    replace(newAuthority.certificate, clientCa);
    const identity = authority.issue("client");
    const port = await serve({ identity: authority.issue("server"), ca: clientCa });
    const transport = await dial(`localhost:${port}`, {
      tls: { files: { ca: authority.certificate, identity }, onReload, pollMs: POLL_MS },
    });
    await expect(transport.ping()).rejects.toThrow("No connection established");

    copyOver(newAuthority.issue("new-client"), identity);
    await vi.waitFor(() => transport.ping(), WAIT);
    transport.close();

    replace(authority.certificate, clientCa);
    await vi.waitFor(() => expect(reloads.filter(({ kind }) => kind === "Reloaded")).toHaveLength(2), WAIT);
    const turnedAway = await dial(`localhost:${port}`, {
      tls: { files: { ca: authority.certificate, identity }, onReload },
    });
    await expect(turnedAway.ping()).rejects.toThrow("No connection established");
    turnedAway.close();
  });
});

function copyOver(from: Identity, to: Identity): void {
  replace(from.privateKey, to.privateKey);
  replace(from.certificate, to.certificate);
}

/** Replaces a file atomically, so that nobody reads a part of it. */
function replace(from: NamedFile, to: NamedFile): void {
  copyFileSync(from.path, `${to.path}.new`);
  renameSync(`${to.path}.new`, to.path);
}
