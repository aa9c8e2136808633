import type { JsonObject } from '@foldout/core';

/** The parts of the configuration that the page may change. */
export const CHANGED_SECTIONS = ['mcpServers', 'clients', 'overlays'] as const;
export type ChangedSection = (typeof CHANGED_SECTIONS)[number];

/** A field of an entry, such as `['env', 'TOKEN']`; an empty path is the whole entry. A null removes it. */
export interface FieldChange {
  readonly path: readonly string[];
  readonly value: unknown;
}

export interface WantedChange {
  readonly section: ChangedSection;
  /** The entry. Undefined: each path starts with the name of its entry, to change several overlays at once. */
  readonly name: string | undefined;
  readonly fields: readonly FieldChange[];
}

/** A line of the file. Secrets are masked. */
export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** What a change does to the file. */
export interface PlannedChange {
  readonly file: string | undefined;
  /** Why the file cannot be changed from the page. Then `snippet` is the text to put there. */
  readonly refusal: string | undefined;
  readonly diff: readonly DiffLine[];
  readonly snippet: string;
  /** Names of secrets that go to the secret store instead of the file. */
  readonly secrets: readonly string[];
  /** Identifies the text of the file that the change was planned for. */
  readonly seen: string;
}

export interface RecordedChange {
  readonly id: string;
  readonly at: number;
  /** The principal. */
  readonly by: string;
  /** One line, such as `mcpServers.github: disabled`. */
  readonly what: string;
  readonly diff: readonly DiffLine[];
  readonly undone: boolean;
}

/** What to add: the same words as for `foldout add`, and values for what the server needs. */
export interface WantedServer {
  readonly source: string;
  readonly name?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Variable that the server needs → value. */
  readonly answers?: Readonly<Record<string, string>> | undefined;
}

export interface PlannedServer extends PlannedChange {
  readonly name: string;
  /** The command or the address, with secrets masked. */
  readonly how: string;
  readonly needs: readonly { readonly name: string; readonly description: string; readonly isSecret: boolean }[];
}

export interface TriedServer {
  readonly tools: readonly { readonly name: string; readonly summary: string; readonly findings: readonly string[] }[];
  readonly problem: string | undefined;
  readonly todo: string | undefined;
}

export interface WrittenEntry {
  readonly name: string;
  readonly disabled: boolean;
  /** The command or the address, with secrets masked. */
  readonly how: string;
  /** The entry as it is in the file, with secrets masked. */
  readonly fields: JsonObject;
}

export interface WrittenConfiguration {
  readonly file: string | undefined;
  readonly refusal: string | undefined;
  readonly servers: readonly WrittenEntry[];
  readonly clients: JsonObject;
  readonly overlays: JsonObject;
  /** The changes that this gateway has made since it was started, the latest first. */
  readonly changes: readonly RecordedChange[];
}

/** The answer to one step of a change: its plan, or what was written. */
export interface Outcome<Plan> {
  readonly plan?: Plan;
  readonly written?: RecordedChange;
}

/** An error of the user. The page shows the message. */
export class AdministrationError extends Error {
  override readonly name = 'AdministrationError';
}

/** Changes the configuration file of a gateway. Provided by the program that knows the file. */
export interface Administration {
  read(): Promise<WrittenConfiguration>;
  plan(change: WantedChange): Promise<PlannedChange>;
  /** `seen`: the text of the file that the user saw. The change is refused if the file has changed since. */
  write(change: WantedChange, seen: string, by: string): Promise<RecordedChange>;
  planServer(wanted: WantedServer): Promise<PlannedServer>;
  /** Starts the server once and reads its tools. */
  tryServer(wanted: WantedServer): Promise<TriedServer>;
  addServer(wanted: WantedServer, seen: string, by: string): Promise<RecordedChange>;
  undo(id: string, by: string): Promise<RecordedChange>;
}
