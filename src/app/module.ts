// What a module is: something that hangs on the core and that the core does without. A module is static and small; what it
// does is imported by the processes that use it, when they start.
import type { DescMethodUnary } from "@bufbuild/protobuf";
import type { FastifyInstance } from "fastify";
import type { Plans } from "../accounts/plans/plans.ts";
import type { ServingStore } from "../accounts/serving-store.ts";
import type { OwnTables } from "../accounts/sql/room-tables.ts";
import type { FindCorrection } from "../api/answering/odds-at.ts";
import type { ListedMethod } from "../api/methods.ts";
import type { ServiceStatus } from "../api/status/service-status.ts";
import type { AnswerCall } from "../call/call.ts";
import type { WhenCounted } from "../call/operation.ts";
import type { WhenOver } from "../call/reported-call.ts";
import type { HttpDoorOptions } from "../doors/http/call-head.ts";
import type { OpenApiDocument } from "../doors/rest/door.ts";
import type { HttpAppOptions } from "../doors/rest/http-app.ts";
import type { OpenApiOptions } from "../doors/rest/openapi/document.ts";
import type { MistakenNames } from "../doors/rest/unknown-field.ts";
import type { Clock } from "../lib/time/clock.ts";
import type { OutageLog } from "../observability/outage-log.ts";
import type { ProcessParts } from "../observability/process-parts.ts";
import type { FetchedForecast } from "../weather/cache/fetch.ts";
import type { CommandContext } from "./commands/command-context.ts";
import type { ServiceCommand } from "./commands/command.ts";
import type { Config } from "./settings/core-config.ts";
import type { SettingsTable } from "./settings/setting.ts";
import type { Door } from "./start-doors.ts";
import type { Accounts, Store } from "./store.ts";

export interface Module {
  /** The name of its folder. */
  readonly name: string;
  /** The modules whose files it imports. They have to be there as well. */
  readonly needs?: readonly string[];
  /** Tables of its settings, by their headings in docs/operations.md. `settingsOf` gives their values to its own code. */
  readonly settings?: Readonly<Record<string, SettingsTable>>;
  /** Throws a ConfigError for settings that make no sense together. */
  readonly checkSettings?: (config: Pick<Config, "modules">) => void;
  /** Imports its tables, which are part of every store: see accounts/sql/steps.ts. Its statements use `Store.records`. */
  readonly tables?: () => Promise<OwnTables>;
  /** Imports what adds a command to the command line, by the command's name. */
  readonly commands?: Readonly<Record<string, () => Promise<AddCommand>>>;
  /** Methods that it adds to the API, at every door. They need a key, and their answers are counted. */
  readonly methods?: () => Promise<readonly DescMethodUnary[]>;
  /** Imports what /openapi.json says of these methods besides their descriptors. */
  readonly methodNotes?: () => Promise<OpenApiOptions["methods"]>;
  /** Imports its part of a process that answers calls itself, for the roles `all` and `core`. */
  readonly core?: () => Promise<OpenCorePart>;
  /** Imports what hears of calls, for the roles `all`, `core` and `rest`. */
  readonly calls?: () => Promise<(parts: ProcessParts) => CallListener>;
  /** Imports what adds its routes to the HTTP port, for the roles `all` and `rest`. */
  readonly routes?: () => Promise<AddRoutes>;
  /** Imports the page for a browser at an unknown path. Without such a module, a browser gets the problem. */
  readonly notFoundPage?: () => Promise<(config: Config) => NotFoundPage>;
  /** Request headers that pages of other origins may send to its routes. */
  readonly pageHeaders?: readonly string[];
  /** A port of its own, beside those of the core. */
  readonly port?: ModulePort;
  /** Imports what it adds to the command `demo`. */
  readonly demo?: () => Promise<OpenDemo>;
  /** A paragraph about it for language models. */
  readonly forModels?: string;
}

export type AddCommand = (program: ServiceCommand, context: CommandContext) => void;

export interface ModulePort {
  /** In the log, in metrics and as the name of the role that serves this port alone. `NAME_LISTEN` is its address. */
  readonly name: string;
  /** What that role is, for the help of `serve`. */
  readonly role: string;
  /** Imports what opens the port, for the roles `all`, `core` and its own. Undefined if the settings do not ask for it. */
  readonly load: (config: Config) => Promise<OpenPort> | undefined;
}

export type OpenPort = (config: Config, accounts: Accounts, parts: ProcessParts) => Promise<Door>;

/** Prepares the demo of a module. The folder is removed when the demo is over. */
export type OpenDemo = (config: Config, folder: string) => ModuleDemo;

export interface ModuleDemo {
  /** Tables of the module's settings, each with the values for the demo. */
  readonly settings: ReadonlyMap<SettingsTable, unknown>;
  /** What newcomers can try, with its heading. */
  readonly text: (started: StartedDemo) => string;
  /** Fields of the line of JSON for scripts. */
  readonly json: (started: StartedDemo) => Readonly<Record<string, string>>;
}

interface StartedDemo {
  readonly ports: Readonly<Record<string, number>>;
  /** The name of the smallest plan. */
  readonly plan: string;
}

/** `opened` closes it, before the store. */
export type OpenCorePart = (config: Config, parts: CoreParts, opened: AsyncDisposableStack) => CorePart;

export interface CoreParts extends ProcessParts {
  readonly store: Store;
  /** Of the store. */
  readonly outage: OutageLog;
}

export interface CorePart {
  /** What answers the module's methods. */
  readonly methods?: readonly ListedMethod[];
  readonly whenCounted?: WhenCounted | undefined;
  /** Hears of the forecasts that this process fetches. */
  readonly onFetched?: ((fetched: FetchedForecast) => void) | undefined;
  /** Corrects odds. Only one module may. */
  readonly findCorrection?: FindCorrection;
}

/** What hears of calls in a process. */
export interface CallListener {
  /** Calls that failed before their account was known: see lost-calls.ts. */
  readonly whenLost: (calls: number) => void;
  /** In a process that answers calls itself: makes what hears of each call at its end. */
  readonly whenOver: (core: {
    readonly store: Pick<ServingStore, "lastCachedCaller">;
    readonly plans: Plans;
    readonly callTimeoutMs: number;
  }) => WhenOver;
}

export type NotFoundPage = NonNullable<HttpAppOptions["notFoundPage"]>;

/** Adds routes to an app of createHttpApp, which turns errors into problems. */
export type AddRoutes = (app: FastifyInstance, context: RouteContext) => void;

/** What routes find at the HTTP port. */
export interface RouteContext extends Omit<HttpDoorOptions, "services"> {
  /** The checks and operations, in this process or in a core elsewhere. */
  readonly answerCall: AnswerCall;
  readonly clock: Clock;
  readonly mistakenNames: MistakenNames;
  /** What /openapi.json adds to the descriptors. */
  readonly openApi: OpenApiOptions;
  /** /openapi.json. */
  readonly openApiDocument: OpenApiDocument;
  readonly status: ServiceStatus;
  readonly config: Config;
  /** The paragraphs that modules have about themselves. */
  readonly forModels: readonly string[];
}
