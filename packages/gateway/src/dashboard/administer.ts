import type { Principal } from '../http/principal.ts';
import {
  type Administration,
  AdministrationError,
  CHANGED_SECTIONS,
  type FieldChange,
  type Outcome,
  type PlannedChange,
  type PlannedServer,
  type TriedServer,
  type WantedChange,
  type WantedServer,
} from './administration.ts';
import { ApiError, bodyObject } from './json-answers.ts';
import type { DashboardSources } from './sources.ts';

const MAX_FIELDS = 1_000;
const MAX_VALUE = 200_000;
const MAX_DEPTH = 4;
/** An unfinished sign-in expires after this time. */
const SIGN_IN_MS = 300_000;

/** The configuration as it is written, with secrets masked, and the changes that can be undone. */
export function configuration(sources: DashboardSources) {
  return inTurn(() => administrationOf(sources).read());
}

/** Plans a change (`step: plan`), or writes it (`step: write`, with the `seen` of the plan). */
export async function changeConfiguration(sources: DashboardSources, principal: Principal, request: Request) {
  const body = await bodyObject(request);
  const change = wantedChange(body);
  const administration = administrationOf(sources);
  const done: Outcome<PlannedChange> = await inTurn(async () =>
    body['step'] === 'write'
      ? { written: await administration.write(change, textIn(body, 'seen'), principal.name) }
      : { plan: await administration.plan(change) },
  );
  return done;
}

/** Adds a server in three steps: `plan`, `try` (starts it once), `write`. */
export async function addServer(sources: DashboardSources, principal: Principal, request: Request) {
  const body = await bodyObject(request);
  const wanted: WantedServer = {
    source: textIn(body, 'source'),
    ...(typeof body['name'] === 'string' && body['name'] !== '' && { name: body['name'] }),
    env: textsIn(body, 'env'),
    headers: textsIn(body, 'headers'),
    answers: textsIn(body, 'answers'),
  };
  const administration = administrationOf(sources);
  const done: Outcome<PlannedServer> & { readonly tried?: TriedServer } = await inTurn(async () => {
    if (body['step'] === 'try') return { tried: await administration.tryServer(wanted) };
    if (body['step'] !== 'write') return { plan: await administration.planServer(wanted) };
    return { written: await administration.addServer(wanted, textIn(body, 'seen'), principal.name) };
  });
  return done;
}

export async function undoChange(sources: DashboardSources, principal: Principal, request: Request) {
  const body = await bodyObject(request);
  return inTurn(() => administrationOf(sources).undo(textIn(body, 'id'), principal.name));
}

/** Starts a sign-in to a server, and returns the address that the user has to open. Undefined: no sign-in was necessary. */
export async function signInTo({ upstreams }: DashboardSources, request: Request) {
  const name = textIn(await bodyObject(request), 'server');
  const upstream = upstreams().find((one) => one.name === name);
  if (!upstream) throw new ApiError(404, `There is no server '${name}'.`);
  return new Promise<{ readonly url: string | undefined }>((resolve, reject) => {
    const signal = AbortSignal.timeout(SIGN_IN_MS);
    // The page makes a link of the address, and a server could send one that runs a script.
    const onLink = (url: URL): void =>
      /^https?:$/.test(url.protocol)
        ? resolve({ url: url.href })
        : reject(new ApiError(502, `The server '${name}' sent no web address to sign in at.`));
    upstream.authorize({ onLink, signal }).then(
      () => resolve({ url: undefined }),
      (error: unknown) => reject(new ApiError(502, error instanceof Error ? error.message : String(error))),
    );
  });
}

function administrationOf({ administration }: DashboardSources): Administration {
  if (administration) return administration;
  throw new ApiError(409, 'This gateway was started by a program that has no configuration file to change.');
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof AdministrationError ? new ApiError(409, error.message) : error;
  }
}

function wantedChange(body: Readonly<Record<string, unknown>>): WantedChange {
  const section = CHANGED_SECTIONS.find((one) => one === body['section']);
  if (!section) throw new ApiError(400, `'section' has to be one of ${CHANGED_SECTIONS.join(', ')}.`);
  const { fields } = body;
  if (!Array.isArray(fields) || fields.length === 0 || fields.length > MAX_FIELDS || !fields.every(isField)) {
    throw new ApiError(400, `'fields' has to be a list of 1 to ${MAX_FIELDS} objects { path: string[], value }.`);
  }
  const name = body['name'] === undefined ? undefined : textIn(body, 'name');
  // Otherwise a path could replace a whole section.
  if (name === undefined && (section !== 'overlays' || fields.some(({ path }) => path.length < 2))) {
    throw new ApiError(400, "Send the string field 'name'. Only overlays may name their entries in each 'path'.");
  }
  if (JSON.stringify(fields).length > MAX_VALUE) throw new ApiError(400, "'fields' is too long.");
  return { section, name, fields };
}

function isField(field: unknown): field is FieldChange {
  const { path } = (field ?? {}) as { path?: unknown };
  return Array.isArray(path) && path.length <= MAX_DEPTH && path.every((step) => typeof step === 'string');
}

function textIn(body: Readonly<Record<string, unknown>>, name: string): string {
  const value = body[name];
  if (typeof value === 'string' && value !== '' && value.length <= MAX_VALUE) return value;
  throw new ApiError(400, `Send a JSON object with the string field '${name}'.`);
}

function textsIn(body: Readonly<Record<string, unknown>>, name: string): Record<string, string> {
  const value = body[name] ?? {};
  const isTexts = typeof value === 'object' && Object.values(value).every((text) => typeof text === 'string');
  if (!isTexts) throw new ApiError(400, `'${name}' has to be an object of strings.`);
  return value as Record<string, string>;
}
