import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { asObject, type JsonObject } from '@foldout/clients/internal';
import { ConfigError, describeServer, type GatewayConfig, loadConfig, type ServerConfig } from '@foldout/gateway';
import {
  AdministrationError,
  EditError,
  editConfigText,
  fingerprintOfText,
  type PlannedChange,
  parseValue,
  type RecordedChange,
  secretMask,
  takeOutSecrets,
  type WantedChange,
  type WrittenConfiguration,
} from '@foldout/gateway/internal';
import type { SecretStore } from '@foldout/gateway/internal/catalog';
import { type OwnConfig, openOwnConfig, writeFields } from '../adding/own-config.ts';
import { CliError } from '../output/fail.ts';
import { changeRefusal } from './change-refusal.ts';
import { diffLines } from './diff-lines.ts';

const MAX_CHANGES = 50;
const MASK = '[redacted]';
/** A reference, or a line of JSON with a field that is one. */
const REFERENCE = /^(?:\s*"[^"]*":\s*")?\$\{[^{}"]+\}(?:",?)?$/;

type Path = readonly string[];
type Field = { readonly path: Path; readonly value: unknown };

interface Change extends RecordedChange {
  readonly before: string;
  readonly after: string;
  readonly fields: readonly Field[];
}

interface Edited {
  readonly own: OwnConfig;
  readonly text: string;
  readonly fields: readonly Field[];
  readonly secrets: readonly { readonly name: string; readonly value: string }[];
  readonly plan: PlannedChange;
}

export interface ConfigChangesOptions {
  /** Undefined: the gateway runs with the servers of several clients. */
  readonly file: string | undefined;
  readonly config: () => GatewayConfig;
  readonly secrets: () => SecretStore;
}

/** Changes of the configuration file from the dashboard: planned, written by the code of the commands, and undone. */
export class ConfigChanges {
  readonly #options: ConfigChangesOptions;
  #changes: readonly Change[] = [];
  #writing: Promise<unknown> = Promise.resolve();

  constructor(options: ConfigChangesOptions) {
    this.#options = options;
  }

  read(): WrittenConfiguration {
    const { file } = this.#options;
    const { text } = this.#open();
    const root = parsed(text);
    const mask = maskOf(root);
    const servers = Object.entries(asObject(root['mcpServers'])).map(([name, raw]) => {
      const server = asObject(raw);
      const fields = masked(server, mask) as JsonObject;
      return { name, disabled: server['disabled'] === true, how: describe(server), fields };
    });
    return {
      file,
      refusal: changeRefusal(file, root, this.#options.config()),
      servers: servers.sort((a, b) => (a.name < b.name ? -1 : 1)),
      clients: masked(asObject(root['clients']), mask) as JsonObject,
      overlays: asObject(root['overlays']),
      changes: this.#changes.map(recorded),
    };
  }

  plan(change: WantedChange): PlannedChange {
    return this.#edited(change).plan;
  }

  /** `answers`: more secrets to store, by name. */
  write(
    change: WantedChange,
    seen: string,
    by: string,
    answers: readonly (readonly [string, string])[] = [],
  ): Promise<RecordedChange> {
    return this.#inTurn(async () => {
      const { own, text, fields, secrets, plan } = this.#edited(change);
      if (plan.refusal !== undefined) throw new AdministrationError(plan.refusal);
      if (plan.seen !== seen) throw new AdministrationError('The file has changed since you looked at it. Look again.');
      const stored = [...answers, ...secrets.map(({ name, value }) => [name, value] as const)];
      const store = stored.length > 0 ? this.#options.secrets() : undefined;
      // Before the file is written, so that it never refers to a secret that is not there.
      for (const [name, value] of stored) store?.set(name, value);
      await writing(() => writeFields(own, fields));
      return this.#record({ by, what: whatOf(change), diff: plan.diff, before: own.text, after: text, fields });
    });
  }

  undo(id: string, by: string): Promise<RecordedChange> {
    return this.#inTurn(async () => {
      const change = this.#changes.find((one) => one.id === id);
      if (!change || change.undone) throw new AdministrationError('This change was undone already.');
      const own = this.#open();
      const refusal = changeRefusal(this.#options.file, parsed(own.text), this.#options.config());
      if (refusal !== undefined) throw new AdministrationError(refusal);
      const { before, after } = change;
      // The same text as after the change: the text before it comes back as it was, with its comments.
      const text = own.text === after ? before : undefined;
      const fields = text === undefined ? inverse(change, own.text) : [];
      const edited = text ?? editedText(own, fields);
      const mask = maskOf(parsed(own.text), parsed(edited));
      const diff = diffLines(own.text, edited, mask);
      await writing(() => writeFields(own, fields, text));
      this.#changes = this.#changes.map((one) => (one === change ? { ...one, undone: true } : one));
      return this.#record({ by, what: `undone: ${change.what}`, diff, before: own.text, after: edited, fields });
    });
  }

  #edited({ section, name, fields }: WantedChange): Edited {
    const own = this.#open();
    refuseMasked(fields);
    const at = name === undefined ? [section] : [section, name];
    const wanted = fields.map(({ path, value }) => ({ path: [...at, ...path], value: value ?? undefined }));
    const changed = editedText(own, wanted);
    const before = parsed(own.text);
    const { text, secrets, edits } =
      section === 'mcpServers' && name !== undefined
        ? newSecrets(own.text, changed, name)
        : { text: changed, secrets: [], edits: [] };
    writing(() => loadConfig({ text, file: own.file }));
    const after = parsed(text);
    const mask = maskOf(before, after);
    const entries = new Map(entriesOf({ section, name, fields }).map((one) => [one, asObject(after[section])[one]]));
    return {
      own,
      text,
      fields: [...wanted, ...edits],
      secrets,
      plan: {
        file: this.#options.file,
        refusal: changeRefusal(this.#options.file, before, this.#options.config()),
        diff: diffLines(own.text, text, mask),
        snippet: snippetOf(section, masked(Object.fromEntries(entries), mask) as JsonObject),
        secrets: secrets.map((one) => one.name),
        seen: fingerprintOfText(own.text),
      },
    };
  }

  #open(): OwnConfig {
    const { file } = this.#options;
    return file === undefined ? { file: 'foldout.json', text: '', servers: {} } : writing(() => openOwnConfig(file));
  }

  #record(change: Omit<Change, 'id' | 'at' | 'undone'>): RecordedChange {
    const whole: Change = { ...change, id: randomUUID(), at: Date.now(), undone: false };
    this.#changes = [whole, ...this.#changes].slice(0, MAX_CHANGES);
    return recorded(whole);
  }

  /** One after the other: two changes at a time would be planned for the same text. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#writing.then(work);
    this.#writing = done.catch(() => {});
    return done;
  }
}

function recorded({ id, at, by, what, diff, undone }: Change): RecordedChange {
  return { id, at, by, what, diff, undone };
}

/** Secrets of a server that were not in the file before. */
function newSecrets(before: string, after: string, name: string) {
  const known = new Set(takeOutSecrets(before, [name]).secrets.map(({ value }) => value));
  return takeOutSecrets(after, [name], ({ value }) => !known.has(value));
}

/** Sets the fields of a change back to what they were. Other changes of the file since then stay. */
function inverse({ before, after, fields, what }: Change, now: string): readonly Field[] {
  const [old, written, current] = [parsed(before), parsed(after), parsed(now)];
  return fields.map(({ path }) => {
    if (!isDeepStrictEqual(valueAt(written, path), valueAt(current, path))) {
      throw new AdministrationError(`'${what}' cannot be undone: ${path.join('.')} was changed again since.`);
    }
    return { path, value: valueAt(old, path) };
  });
}

function valueAt(root: JsonObject, path: Path): unknown {
  return path.reduce<unknown>((value, step) => {
    const fields = asObject(value);
    return Object.hasOwn(fields, step) ? fields[step] : undefined;
  }, root);
}

function refuseMasked(fields: WantedChange['fields']): void {
  if (!fields.some(({ value }) => JSON.stringify(value ?? null).includes(MASK))) return;
  throw new AdministrationError(`A value contains ${MASK}, which stands for a hidden secret. Write the whole value.`);
}

function editedText(own: OwnConfig, fields: readonly Field[]): string {
  return writing(() => fields.reduce((text, { path, value }) => editConfigText(text, path, value, own.file), own.text));
}

function parsed(text: string): JsonObject {
  return writing(() => asObject(parseValue('json', text)));
}

/** Errors of the user become errors that the page shows. */
function writing<T>(work: () => T): T {
  const shown = (error: unknown): never => {
    const isOfUser = error instanceof CliError || error instanceof ConfigError || error instanceof EditError;
    throw isOfUser ? new AdministrationError(error.message) : error;
  };
  try {
    const done = work();
    return done instanceof Promise ? (done.catch(shown) as T) : done;
  } catch (error) {
    return shown(error);
  }
}

function describe(server: JsonObject): string {
  try {
    return describeServer(server as ServerConfig);
  } catch {
    return '';
  }
}

/** A reference such as `${TOKEN}` is no secret: it says where the secret is. */
function maskOf(...roots: readonly JsonObject[]): (text: string) => string {
  const plain = (value: unknown): unknown => masked(value, (text) => (REFERENCE.test(text) ? '' : text));
  const mask = secretMask(roots.map(plain));
  return (text) => (REFERENCE.test(text) ? text : mask(text));
}

function masked(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return value.map((item) => masked(item, mask));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, masked(inner, mask)]));
}

function entriesOf({ name, fields }: WantedChange): string[] {
  return name === undefined ? [...new Set(fields.map(({ path }) => path[0] ?? ''))] : [name];
}

function snippetOf(section: string, entries: JsonObject): string {
  const [[name, entry] = []] = Object.entries(entries);
  return entry === undefined
    ? `remove ${JSON.stringify(name)} from "${section}"`
    : `"${section}": ${JSON.stringify(entries, null, 2)}`;
}

/** One line that says what a change does, without values. */
function whatOf(change: WantedChange): string {
  const { section, name, fields } = change;
  if (name === undefined) return `${section}: ${entriesOf(change).length} entries`;
  const parts = fields.map(({ path, value }) => {
    const field = path.join('.');
    if (field === '') return value === null || value === undefined ? 'removed' : 'set';
    return value === null || value === undefined ? `${field} removed` : field;
  });
  return `${section}.${name}: ${parts.join(', ')}`;
}
