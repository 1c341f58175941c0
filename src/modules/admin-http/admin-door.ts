import { isMessage, type Message } from "@bufbuild/protobuf";
import {
  AdminService,
  CreateAccountResponseSchema,
  IssueKeyResponseSchema,
} from "#gen/suitability/admin/v1/admin_pb.ts";
import { createAccountMethods } from "./account-methods.ts";
import { createAnswerAdminCall } from "./answer-admin-call.ts";
import { createKeyMethods } from "./key-methods.ts";
import { readAdminTokens } from "./tokens.ts";
import { createUsageMethod } from "./usage-method.ts";
import type { AdminSettings } from "./settings.ts";
import { mountBrowserDoor } from "../../doors/connect/door.ts";
import { createAnswerWriter } from "../../doors/rest/answer-writer.ts";
import { mountRestRoutes } from "../../doors/rest/door.ts";
import { secureWith } from "../../doors/http/tls/secure-with.ts";
import { createCertificateReport } from "../../app/certificate-report.ts";
import { createHttpPort } from "../../app/http-port.ts";
import type { OpenPort } from "../../app/module.ts";

/** For the shops and scripts of the operator, not for customers. */
const CONNECTIONS_MAX = 1_000;

const CHALLENGE = 'Bearer realm="admin"';

/** Accounts over HTTP, on a port of its own. Rejects with a line that names a file that cannot be used. */
export const adminDoor =
  ({ listen, tokenFile, tls }: AdminSettings): OpenPort =>
  async (config, { store, plans, dependency: { outage } }, parts) => {
    const { clock, metrics, overloadRefusal } = parts;
    const findToken = await readAdminTokens(tokenFile);
    const shared = { store, plans, clock };
    const methods = [...createAccountMethods(shared), ...createKeyMethods(shared), createUsageMethod(shared)];
    metrics.beginMethods(methods.map(({ method }) => method.name));
    const { callTimeoutMs } = config;
    const call = createAnswerAdminCall({ ...parts, outage, methods, findToken, store, callTimeoutMs });
    const { app, door, callerAddress } = createHttpPort("admin", {
      listen,
      config,
      parts,
      challenge: CHALLENGE,
      corsOrigins: undefined,
      isTls: tls !== undefined,
      connectionsMax: CONNECTIONS_MAX,
    });
    app.addHook("onRequest", ({ headers }, _reply, done) => {
      // A token is only accepted as a bearer token.
      delete headers["x-api-key"];
      done();
    });
    const routes = { services: [AdminService], callerAddress, overloadRefusal };
    mountRestRoutes(app, { ...routes, ...call, clock, statusOf });
    mountBrowserDoor(app, { ...routes, ...call, jsonWriterOf: createAnswerWriter });
    let stopWatching: (() => void) | undefined;
    return {
      ...door,
      listen: async () => {
        stopWatching =
          tls && (await secureWith(app.server, { files: tls, ...createCertificateReport(parts) }));
        return door.listen();
      },
      close: (timeoutMs) => {
        stopWatching?.();
        return door.close(timeoutMs);
      },
    };
  };

/** What was created is answered with 201. */
function statusOf(message: Message): number {
  const hasCreated =
    isMessage(message, IssueKeyResponseSchema) ||
    (isMessage(message, CreateAccountResponseSchema) && message.created);
  return hasCreated ? 201 : 200;
}
