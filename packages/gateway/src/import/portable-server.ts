import { isAbsolute, resolve } from 'node:path';
import { isRaw, type Raw } from '../config/client-fields.ts';
import { SERVER_TEXT_FIELDS } from '../config/expand-config.ts';

export interface PortableServer {
  readonly server: Raw;
  readonly warnings: readonly { readonly field: string; readonly message: string }[];
}

/** Makes a server mean the same outside the client and the project that it was written for. */
export function portableServer(raw: Raw, project: string | undefined): PortableServer {
  const warnings: { field: string; message: string }[] = [];
  const rewrite = (value: unknown, field: string): unknown => {
    if (typeof value === 'string') return references(value, project, (message) => warnings.push({ field, message }));
    if (Array.isArray(value)) return value.map((one) => rewrite(one, field));
    if (!isRaw(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, rewrite(one, field)]));
  };
  const server = Object.fromEntries(
    Object.entries(raw)
      .filter(([field, value]) => !saysNothing(field, value))
      .map(([field, value]) => [field, SERVER_TEXT_FIELDS.includes(field) ? rewrite(value, field) : value]),
  );
  return { server: project ? inProject(server, project) : server, warnings };
}

function references(text: string, project: string | undefined, warn: (message: string) => void): string {
  return text
    .replaceAll(/\{file:[^{}]*\}/g, (reference) => {
      warn(`OpenCode reads a file here; write the value, or \${NAME} and set that variable`);
      return reference;
    })
    .replaceAll(/\$?\{env:([A-Za-z_]\w*)\}/g, (_, name: string) => `\${${name}}`)
    .replaceAll(/\$\{input:([^{}]+)\}/g, (_, id: string) => {
      const name = variableName(id);
      warn(`the client asks for this value; set the environment variable ${name}`);
      return `\${${name}}`;
    })
    .replaceAll(`\${workspaceFolder}`, (reference) => project ?? reference);
}

/** `github-token` → `GITHUB_TOKEN`. */
function variableName(id: string): string {
  const name = id.replaceAll(/[^A-Za-z0-9]+/g, '_').toUpperCase();
  return /^[A-Z_]/.test(name) ? name : `INPUT_${name}`;
}

/** A client starts the servers of a project in its folder; what is written relative to that needs it. */
function inProject(server: Raw, project: string): Raw {
  const { command, args, cwd } = server;
  if (typeof cwd === 'string') {
    return isAbsolute(cwd) || /^[~$]/.test(cwd) ? server : { ...server, cwd: resolve(project, cwd) };
  }
  const parts = [command, ...(Array.isArray(args) ? args : [])];
  return parts.some((part) => /^\.{1,2}([\\/]|$)/.test(String(part))) ? { ...server, cwd: project } : server;
}

/** Some clients write out what says nothing. */
function saysNothing(field: string, value: unknown): boolean {
  if (field === 'disabled') return value === false;
  return SERVER_TEXT_FIELDS.includes(field) && isObject(value) && Object.keys(value).length === 0;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
