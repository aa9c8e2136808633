import { existsSync, readFileSync, statSync } from 'node:fs';
import { asObject, type JsonObject } from '@foldout/clients/internal';
import { type NeededVariable, nameFor, serverOfServerJson, serverOfWords, shellWords } from '@foldout/gateway/internal';
import { typed } from '../invocation.ts';
import { CliError } from '../output/fail.ts';
import { fromOpenApi, isOpenApi, isOpenApiAddress } from './openapi.ts';
import { fromRegistry, registryAddress } from './registry.ts';

/** A server to add, and the variables that it needs. */
export interface NewServer {
  readonly name: string;
  readonly server: JsonObject;
  readonly needs: readonly NeededVariable[];
  /** Deletes the files that were written for the server, if it is not added. */
  discard?(): Promise<void>;
}

const NPM_PACKAGE = /^(@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*(@[\w.^~-]+)?$/i;
/** `pypi:mcp-server-git` or `pypi:mcp-server-git@1.2.0`, as pip and uv name packages. */
const PYPI_PACKAGE = /^pypi:([a-z0-9](?:[\w.-]*[a-z0-9])?)(?:(?:@|==)([\w.!+-]+))?$/i;
/** `io.github.ada/mail`: a domain name backwards, and a name. */
const REGISTRY_NAME = /^[a-z0-9-]+(\.[a-z0-9-]+)+\/[\w.-]+$/i;

/** Reads what the user wants to add: a command line, an address, a package, a `server.json`, a bundle, an OpenAPI document, or a name of the MCP registry. */
export async function sourceOf(words: readonly string[], registry: string | undefined): Promise<NewServer> {
  const [first = '', ...more] = words.length === 1 ? shellWords(words[0] ?? '') : words;
  if (more.length > 0) return { ...serverOfWords([first, ...more]), needs: [] };
  if (isOpenApiAddress(first)) return fromOpenApi(first);
  if (/^https?:\/\//.test(first)) return { name: nameFor({ url: first }), server: { url: first }, needs: [] };
  if (isFile(first) && /\.(mcpb|dxt)$/i.test(first)) return (await import('./mcpb.ts')).fromBundle(first);
  if (isFile(first) && /\.ya?ml$/i.test(first)) return fromOpenApi(first);
  if (isFile(first) && /\.[cm]?[jt]s$/.test(first)) return local('node', first);
  if (isFile(first)) return first.endsWith('.json') ? fromJsonFile(first) : local(first);
  if (REGISTRY_NAME.test(first)) return fromServerJson(await fromRegistry(first, registryAddress(registry)), first);
  const [, python, version] = PYPI_PACKAGE.exec(first) ?? [];
  if (python !== undefined) return local('uvx', version === undefined ? python : `${python}==${version}`);
  if (NPM_PACKAGE.test(first)) return local('npx', '-y', first);
  throw new CliError(
    `'${first}' is no package, URL, file or registry name. Examples: ${typed('add @scope/name')}, ${typed('add pypi:mcp-server-git')}, ${typed('add https://example.com/mcp')}`,
  );
}

function local(command: string, ...args: readonly string[]): NewServer {
  const server = { command, ...(args.length > 0 && { args }) };
  return { name: nameFor(server), server, needs: [] };
}

function fromJsonFile(file: string): NewServer {
  const root = readJson(file);
  return isOpenApi(root) ? fromOpenApi(file) : fromServerJson(asObject(root), file);
}

function fromServerJson(root: JsonObject, from: string): NewServer {
  const found = serverOfServerJson(root);
  if (found) return found;
  throw new CliError(`${from} has no package that Foldout can start (npm, PyPI, OCI), and no address`);
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new CliError(`${file} is not valid JSON. Correct it, and run the command again`);
  }
}
