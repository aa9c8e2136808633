import { join } from 'node:path';
import { asObject, isObject, type JsonObject } from '@foldout/clients/internal';
import type { NeededVariable } from '@foldout/gateway/internal';

export interface BundlePlace {
  /** The folder of the unpacked bundle. */
  readonly folder: string;
  readonly home: string;
  readonly platform: NodeJS.Platform;
}

export interface BundleServer {
  readonly server: JsonObject;
  readonly needs: readonly NeededVariable[];
  /** The file that is started, if it is part of the bundle. */
  readonly program: string | undefined;
}

/** Reads `server.mcp_config` and `user_config` of a bundle's manifest. Undefined: it does not run on this platform. */
export function serverOfManifest(manifest: JsonObject, place: BundlePlace): BundleServer | undefined {
  const config = asObject(asObject(manifest['server'])['mcp_config']);
  const platforms = asObject(manifest['compatibility'])['platforms'];
  const override = asObject(asObject(config['platform_overrides'])[place.platform]);
  if (Array.isArray(platforms) && !platforms.includes(place.platform)) return undefined;
  const merged = { ...config, ...override };
  if (typeof merged['command'] !== 'string') return undefined;
  const needs: NeededVariable[] = [];
  const values = { ...placeValues(place), ...userValues(asObject(manifest['user_config']), needs) };
  const replaced = (text: unknown): string => replaceAll(String(text), values);
  const args = (Array.isArray(merged['args']) ? merged['args'] : []).flatMap((arg) => {
    const [, name = ''] = /^\$\{(user_config\.[^{}]+)\}$/.exec(String(arg)) ?? [];
    const value = values[name];
    return Array.isArray(value) ? value.map(replaced) : [replaced(arg)];
  });
  const env = Object.fromEntries(
    Object.entries(asObject(merged['env'])).map(([name, value]) => [name, replaced(value)]),
  );
  const command = replaced(merged['command']);
  const server = { command, ...(args.length > 0 && { args }), ...(Object.keys(env).length > 0 && { env }) };
  const text = JSON.stringify(server);
  return {
    server,
    needs: needs.filter(({ name }) => text.includes(`\${${name}}`)),
    program: command.startsWith(place.folder) ? command : undefined,
  };
}

type Values = Readonly<Record<string, string | readonly string[]>>;

function placeValues(place: BundlePlace): Values {
  const { folder, home, platform } = place;
  const separator = platform === 'win32' ? '\\' : '/';
  return {
    __dirname: folder,
    HOME: home,
    DESKTOP: join(home, 'Desktop'),
    DOCUMENTS: join(home, 'Documents'),
    DOWNLOADS: join(home, 'Downloads'),
    pathSeparator: separator,
    '/': separator,
  };
}

/** The default of each setting, a reference to a variable that the user sets, or nothing for an optional one. */
function userValues(settings: JsonObject, needs: NeededVariable[]): Values {
  return Object.fromEntries(
    Object.entries(settings).map(([key, raw]) => {
      const { default: given, required, sensitive, title, description } = asObject(raw);
      const field = `user_config.${key}`;
      if (Array.isArray(given)) return [field, given.map(String)];
      if (given !== undefined && !isObject(given)) return [field, String(given)];
      if (required !== true) return [field, ''];
      const name = key.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_');
      needs.push({ name, description: String(description ?? title ?? ''), isSecret: sensitive === true });
      return [field, `\${${name}}`];
    }),
  );
}

/** One pass, so that a value is never searched for references itself; then defaults such as `${HOME}/notes`. */
function replaceAll(text: string, values: Values): string {
  const once = (source: string, only: (name: string) => boolean): string =>
    source.replaceAll(/\$\{([^{}]+)\}/g, (reference, name: string) => {
      const value = only(name) && Object.hasOwn(values, name) ? values[name] : reference;
      return typeof value === 'string' ? value : String(value?.[0] ?? '');
    });
  return once(
    once(text, (name) => name.startsWith('user_config.')),
    (name) => !name.startsWith('user_config.'),
  );
}
