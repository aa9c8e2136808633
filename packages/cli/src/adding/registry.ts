import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asObject, isObject, type JsonObject } from '@foldout/clients/internal';
import { defaultStateFolder } from '@foldout/gateway/internal/catalog';
import { typed } from '../invocation.ts';
import { CliError, EXIT } from '../output/fail.ts';
import { note } from '../output/terminal.ts';

const OFFICIAL = 'https://registry.modelcontextprotocol.io';
const WAIT_MS = 10_000;
const MAX_BYTES = 5 * 1024 * 1024;

/** The address of the MCP registry: --registry, else `FOLDOUT_REGISTRY`, else the official one. */
export function registryAddress(named: string | undefined, env = process.env): string {
  const address = named ?? (env['FOLDOUT_REGISTRY'] || OFFICIAL);
  if (URL.canParse(address) && /^https?:/.test(address)) return address.replace(/\/+$/, '');
  throw new CliError(`'${address}' is not the address of a registry. Write for example --registry ${OFFICIAL}`);
}

/** The `server.json` of a server. From the cache if the registry does not answer. */
export async function fromRegistry(name: string, address: string): Promise<JsonObject> {
  const url = `${address}/v0.1/servers/${encodeURIComponent(name)}/versions/latest`;
  const cached = join(
    defaultStateFolder(),
    'registry',
    `${createHash('sha256').update(url).digest('hex').slice(0, 32)}.json`,
  );
  const answer = await ask(url);
  if (answer.kind === 'missing') {
    throw new CliError(
      `the registry ${address} has no server '${name}'. For an npm package, write its whole name: ${typed('add @scope/name')}`,
      EXIT.failed,
    );
  }
  if (answer.kind === 'found') {
    await mkdir(join(cached, '..'), { recursive: true, mode: 0o700 });
    await writeFile(cached, answer.text, { mode: 0o600 });
    return serverIn(answer.text, address);
  }
  const text = await readFile(cached, 'utf8').catch(() => undefined);
  if (text === undefined) {
    throw new CliError(
      `the registry ${address} does not answer (${answer.reason}), and '${name}' is not in the cache. Try again later`,
      EXIT.unavailable,
    );
  }
  note(`the registry does not answer (${answer.reason}), so its last answer is used`);
  return serverIn(text, address);
}

type Answer =
  | { readonly kind: 'found'; readonly text: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly reason: string };

async function ask(url: string): Promise<Answer> {
  try {
    const response = await fetch(url, {
      signal: AbortSignal.timeout(WAIT_MS),
      headers: { accept: 'application/json' },
    });
    if (response.status === 404) return { kind: 'missing' };
    if (!response.ok) return { kind: 'failed', reason: `status ${response.status}` };
    const text = await response.text();
    return text.length > MAX_BYTES ? { kind: 'failed', reason: 'its answer is too long' } : { kind: 'found', text };
  } catch (error) {
    const { code, name } = (error as { cause?: { code?: string } }).cause
      ? { code: (error as { cause: { code?: string } }).cause.code, name: '' }
      : (error as NodeJS.ErrnoException);
    return { kind: 'failed', reason: code ?? name };
  }
}

function serverIn(text: string, address: string): JsonObject {
  try {
    const root = asObject(JSON.parse(text));
    const server = root['server'] ?? root;
    if (isObject(server) && typeof server['name'] === 'string') return server;
  } catch {
    // Reported below.
  }
  throw new CliError(`the registry ${address} sent an answer that is no server.json`, EXIT.failed);
}
