import type { ClientConnection } from './connection.ts';
import type { JsonObject } from './json.ts';
import type { ClientFile, Machine } from './machine.ts';

/** A program that connects to MCP servers. Each one has a file in `clients/` and a line in `client-table.ts`. */
export interface Client {
  /** The name on the command line: `foldout import cursor`. */
  readonly id: string;
  readonly title: string;
  /** The `clientInfo.name` that it sends when it connects. */
  readonly reportedName?: string;
  /** Absent if the client's behavior was not measured, or if the name that it reports is not reliable. */
  readonly facts?: ClientFacts;
  /** Absent if the client's servers cannot be imported. */
  readonly config?: ClientConfig;
  readonly entry?: ServerEntry;
  /** How `foldout connect` adds Foldout to the client. Absent: the client is a library or a web site. */
  readonly connection?: ClientConnection;
}

export type MeasuredClient = Client & { readonly facts: ClientFacts };
export type ConfiguredClient = Client & { readonly config: ClientConfig };
export type ConnectableClient = Client & { readonly connection: ClientConnection };

/**
 * How a client handles tool lists, results and requests: measured, read in its source, or reported by its users. An
 * unknown fact is absent, and code then makes the choice that is safe for every client.
 */
export interface ClientFacts {
  /** Matches `clientInfo.name`. */
  readonly names: RegExp;
  /** The version that was measured, and when. Absent: the facts come from the client's source or from bug reports. */
  readonly measured?: { readonly version: string; readonly date: string };
  /** Where the facts come from, if not from a measurement alone. */
  readonly evidence: string;

  /**
   * The client defers tools and searches them itself. A surface with its own search would hide the tools from the
   * client's search and from its permission rules.
   */
  readonly ownToolSearch: boolean;
  /**
   * The models for which the client defers tools. It loads every listed tool for the others. `bundled-models`: those that
   * the client knows, which is what most of its users run. `some-models`: too few to count on. No client names its
   * model when it connects.
   */
  readonly defersFor?: 'every-model' | 'bundled-models' | 'some-models';
  /** Bytes of every prompt that a deferred tool still costs: its name, or its name and a summary. */
  readonly deferredToolBytes?: number;
  /** Key in the `_meta` of a listed tool that keeps the tool from being deferred. */
  readonly alwaysLoadKey?: string;
  /** More tools than this are refused or dropped. */
  readonly maxTools?: number;
  /** Whether the client lists the tools again after `tools/list_changed`. */
  readonly honorsListChanged: boolean;
  /** False: the client reads only the first page of `tools/list`. */
  readonly readsAllPages?: boolean;

  /** How the client builds the name that the model sees: `mcp__{server}__{tool}`. `{server}` is chosen by the user. */
  readonly modelName?: string;
  /** The longest name that the model sees whole, with the client's own prefix. Longer ones are cut or dropped. */
  readonly maxNameLength?: number;
  /** Characters that the client replaces in the names of tools. Two names that differ only in these become one. */
  readonly replacedInNames?: Readonly<Record<string, string>>;
  /** Tools of the client itself that a listed tool of the same name would shadow, because the client adds no prefix. */
  readonly ownToolNames?: readonly string[];

  /** How many characters of the server's instructions reach the model. 60,000: no limit found (the probe server sent 60,000). */
  readonly instructionChars?: number;
  /** Which part of a result the model sees if the result has a text and structured content. */
  readonly shows?: 'text' | 'structured' | 'both';
  /** The longest result in characters that the model sees whole, with every model. */
  readonly resultChars?: number;
  /** What becomes of an image in a result. `dropped`: with some models at least. `as-text`: its base64 characters. */
  readonly images?: 'shown' | 'dropped' | 'as-text';
  readonly resourceLinks?: 'shown' | 'dropped';

  /** How long the client waits for `initialize` and for the first `tools/list`. */
  readonly startWaitMs?: number;
  /** How long the client waits for a tool call that reports no progress. Absent: longer than the 75 s that were measured. */
  readonly callWaitMs?: number;
  /** The client waits longer for a call that reports progress. */
  readonly progressExtendsWait?: boolean;
  /** Requests of a server that the client leaves without an answer, even without an error. */
  readonly neverAnswers?: readonly ClientRequest[];
}

/** A request of a server to a client. */
export type ClientRequest = 'elicitation' | 'sampling' | 'roots';

/** The facts of a client that ran against the probe server. Every fact that the probe measures is required. */
export type MeasuredFacts = ClientFacts &
  Required<
    Pick<
      ClientFacts,
      | 'measured'
      | 'readsAllPages'
      | 'modelName'
      | 'instructionChars'
      | 'shows'
      | 'resultChars'
      | 'images'
      | 'resourceLinks'
      | 'startWaitMs'
      | 'neverAnswers'
    >
  > &
  (
    | { readonly ownToolSearch: false }
    | (Required<Pick<ClientFacts, 'defersFor' | 'deferredToolBytes'>> & { readonly ownToolSearch: true })
  );

/** Where a client keeps its MCP servers. */
export interface ClientConfig {
  /** Syntax of the client's files. Default: JSON with comments. */
  readonly syntax?: 'toml' | 'yaml';
  /** The client's files, project files first. */
  files(machine: Machine): readonly ClientFile[];
  /** Where the servers are within a file. */
  places(root: JsonObject, machine: Machine): readonly ServersPlace[];
  /** Whether an entry is an MCP server. Absent: every entry is. */
  isServer?(entry: JsonObject): boolean;
  /** Whether a file at this path, with forward slashes, is always this client's. */
  ownsPath?(path: string): boolean;
  /** Whether a file with this content is this client's. Called if no client owns the path. */
  ownsContent?(root: JsonObject): boolean;
}

/** How a client writes one server, where it differs from Foldout's own fields. */
export interface ServerEntry {
  /** Fields that only this client has → the same setting in Foldout's fields. */
  readonly fields?: FieldRules;
  /** Fields that Foldout has too, in the form that this client writes. */
  readonly forms?: FieldRules;
  /** Fields that concern only the client itself. */
  readonly ignored?: readonly string[];
  /** Fields that Foldout does not support although they change how the server behaves → what to write instead. */
  readonly unsupported?: Readonly<Record<string, UnsupportedField>>;
}

export interface UnsupportedField {
  readonly message: string;
  readonly fix: string;
}

/** A field's value in Foldout's fields. `undefined`: the rule does not apply to this value. */
export type FieldRule = (value: unknown, server: JsonObject) => JsonObject | undefined;
export type FieldRules = Readonly<Record<string, FieldRule>>;

/** One object within a file that holds servers by name. */
export interface ServersPlace {
  readonly path: readonly string[];
  /** The project folder that these servers belong to; absent for the user's servers. */
  readonly project?: string | undefined;
}
