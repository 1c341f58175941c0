// Drives Firefox, if it is installed, over its own WebDriver BiDi (https://w3c.github.io/webdriver-bidi).
// Playwright drives only versions that are newer than Debian's.
import { once } from "node:events";
import { existsSync } from "node:fs";
import { vi } from "vitest";
import { startForeignServer } from "../fakes/foreign-server.ts";
import { createTemporaryFolder } from "./temporary-folder.ts";

const PATH = "/usr/bin/firefox";

export const HAS_FIREFOX = existsSync(PATH);

/** A busy browser is slow. */
const PATIENCE_MS = 30_000;

interface Message {
  readonly id?: number;
  readonly type: "success" | "error" | "event";
  readonly method?: string;
  readonly message?: string;
  readonly result?: unknown;
  readonly params?: { readonly level: string; readonly text: string };
}

export type Firefox = Awaited<ReturnType<typeof launchFirefox>>;
export type FirefoxPage = Awaited<ReturnType<Firefox["open"]>>;

export async function launchFirefox() {
  const profile = createTemporaryFolder();
  const options = ["--headless", "--no-remote", "--profile", profile.path, "--remote-debugging-port", "0"];
  const { child, match } = await startForeignServer([PATH, ...options], {
    readyLine: /^WebDriver BiDi listening on (\S+)/,
  });
  // Firefox's child processes also write to the profile, until they close stderr.
  const ended = once(child, "close");
  const socket = new WebSocket(`${match[1]}/session`);
  await once(socket, "open");

  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let errors: string[] = [];
  socket.addEventListener("message", ({ data }: { data: string }) => {
    const { id = 0, type, message, result, params } = JSON.parse(data) as Message;
    if (type === "success") waiting.get(id)?.resolve(result);
    else if (type === "error") waiting.get(id)?.reject(new Error(message));
    else if (params?.level === "error" || params?.level === "warn") errors.push(params.text);
  });
  let lastId = 0;
  const send = async <Result>(method: string, params: object): Promise<Result> => {
    const answer = Promise.withResolvers<unknown>();
    waiting.set(++lastId, answer);
    socket.send(JSON.stringify({ id: lastId, method, params }));
    return (await answer.promise) as Result;
  };
  await send("session.new", { capabilities: {} });
  await send("session.subscribe", { events: ["log.entryAdded"] });

  return {
    /** Opens a page in a tab of its own. */
    open: async (url: string, viewport = { width: 1100, height: 900 }) => {
      errors = [];
      const { context } = await send<{ context: string }>("browsingContext.create", { type: "tab" });
      await send("browsingContext.setViewport", { context, viewport });
      await send("browsingContext.navigate", { context, url, wait: "complete" });

      /** The value of an expression in the page, sent as JSON. */
      const evaluate = async <Result>(expression: string): Promise<Result> => {
        const { result, exceptionDetails } = await send<{
          result?: { value: string };
          exceptionDetails?: { text: string };
        }>("script.evaluate", {
          expression: `(async () => JSON.stringify((await (${expression})) ?? null))()`,
          target: { context },
          awaitPromise: true,
        });
        if (result === undefined) throw new Error(exceptionDetails?.text);
        return JSON.parse(result.value) as Result;
      };
      const until = (expression: string): Promise<void> =>
        vi.waitFor(async () => {
          if (!(await evaluate<boolean>(`Boolean(${expression})`))) throw new Error(`not yet: ${expression}`);
        }, PATIENCE_MS);
      return {
        evaluate,
        until,
        /** Clicks the middle of the element that an expression names. */
        click: async (element: string) => {
          await until(`${element}?.checkVisibility()`);
          const [x, y] = await evaluate<[number, number]>(
            `((box) => [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)])((${element}.scrollIntoView({ block: "center" }), ${element}.getBoundingClientRect()))`,
          );
          const actions = [
            { type: "pointerMove", x, y },
            { type: "pointerDown", button: 0 },
            { type: "pointerUp", button: 0 },
          ];
          await send("input.performActions", {
            context,
            actions: [{ type: "pointer", id: "mouse", actions }],
          });
        },
        type: async (text: string) => {
          const actions = [...text].flatMap((value) => [
            { type: "keyDown", value },
            { type: "keyUp", value },
          ]);
          await send("input.performActions", {
            context,
            actions: [{ type: "key", id: "keyboard", actions }],
          });
        },
      };
    },
    /** The console's errors and warnings since the last page was opened, such as policy violations and exceptions. */
    errors: () => errors,
    close: async () => {
      socket.close();
      child.kill("SIGKILL");
      await ended;
      profile.remove();
    },
  };
}
