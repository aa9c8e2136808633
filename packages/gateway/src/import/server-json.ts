import { asObject, isObject, type JsonObject } from '@foldout/clients/internal';

/** A variable that a server needs. */
export interface NeededVariable {
  readonly name: string;
  readonly description: string;
  readonly isSecret: boolean;
}

export interface RegisteredServer {
  readonly name: string;
  readonly server: JsonObject;
  /** Variables without a value. The server refers to them as `${NAME}`. */
  readonly needs: readonly NeededVariable[];
}

/** How each kind of package is started. */
const RUNNERS: Readonly<Record<string, (id: string, version: string) => readonly string[]>> = {
  npm: (id, version) => ['npx', '-y', version ? `${id}@${version}` : id],
  pypi: (id, version) => ['uvx', version ? `${id}==${version}` : id],
  oci: (id, version) => ['docker', 'run', '-i', '--rm', version && !id.includes(':') ? `${id}:${version}` : id],
};

/** Reads a `server.json` of the MCP registry: its first package that can be started, else its first address. */
export function serverOfServerJson(root: JsonObject): RegisteredServer | undefined {
  const name =
    String(root['name'] ?? 'server')
      .split('/')
      .at(-1) ?? 'server';
  const packages = objects(root['packages']).filter((one) => typeOf(one) in RUNNERS);
  for (const one of packages) {
    const identifier = String(one['identifier'] ?? one['name'] ?? '');
    const needs: NeededVariable[] = [];
    const env = valuesOf(one['environmentVariables'] ?? one['environment_variables'], needs);
    const [command = '', ...runner] = RUNNERS[typeOf(one)]?.(identifier, String(one['version'] ?? '')) ?? [];
    const args = [...runner, ...argumentsOf(one['packageArguments'] ?? one['package_arguments'])];
    return { name, server: { command, args, ...(Object.keys(env).length > 0 && { env }) }, needs };
  }
  const [remote] = objects(root['remotes']);
  if (typeof remote?.['url'] !== 'string') return undefined;
  const needs: NeededVariable[] = [];
  const headers = valuesOf(remote['headers'], needs);
  const type = remote['type'] === 'sse' ? { type: 'sse' } : {};
  return { name, server: { ...type, url: remote['url'], ...(Object.keys(headers).length > 0 && { headers }) }, needs };
}

function typeOf(one: JsonObject): string {
  return String(one['registryType'] ?? one['registry_type'] ?? '');
}

/** A value that the file has, or a reference to a variable that the user sets. Optional ones without a value are left out. */
function valuesOf(list: unknown, needs: NeededVariable[]): Record<string, string> {
  const values: Record<string, string> = {};
  for (const field of objects(list)) {
    const name = String(field['name'] ?? '');
    const given = field['value'] ?? field['default'];
    if (name === '') continue;
    if (typeof given === 'string') values[name] = given;
    else if (field['isRequired'] === true || field['is_required'] === true) {
      const variable = name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_');
      values[name] = `\${${variable}}`;
      needs.push({
        name: variable,
        description: String(field['description'] ?? ''),
        isSecret: field['isSecret'] === true || field['is_secret'] === true,
      });
    }
  }
  return values;
}

function argumentsOf(list: unknown): string[] {
  return objects(list).flatMap((field) => {
    const value = field['value'] ?? field['default'];
    if (typeof value !== 'string') return [];
    return field['type'] === 'named' ? [String(field['name']), value] : [value];
  });
}

function objects(list: unknown): JsonObject[] {
  return Array.isArray(list) ? list.filter(isObject).map(asObject) : [];
}
