import { isAbsolute, resolve } from 'node:path';
import { isObject, type JsonObject } from '@foldout/clients/internal';
import { SERVER_TEXT_FIELDS } from '../config/expand-config.ts';
import type { Advice } from '../config/problem.ts';

export interface PortableServer {
  readonly server: JsonObject;
  readonly warnings: readonly ({ readonly field: string } & Advice)[];
}

/** Rewrites a server so that it works outside of its client and project. */
export function portableServer(raw: JsonObject, project: string | undefined): PortableServer {
  const warnings: ({ field: string } & Advice)[] = [];
  const rewrite = (value: unknown, field: string): unknown => {
    if (typeof value === 'string') return references(value, project, (advice) => warnings.push({ field, ...advice }));
    if (Array.isArray(value)) return value.map((item) => rewrite(item, field));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, rewrite(inner, field)]));
  };
  const server = Object.fromEntries(
    Object.entries(raw)
      .filter(([field, value]) => !isDefault(field, value))
      .map(([field, value]) => [field, SERVER_TEXT_FIELDS.includes(field) ? rewrite(value, field) : value]),
  );
  return { server: project ? inProject(server, project) : server, warnings };
}

function references(text: string, project: string | undefined, warn: (advice: Advice) => void): string {
  return text
    .replaceAll(/\{file:[^{}]*\}/g, (reference) => {
      const message = 'OpenCode replaces this with the content of a file, which Foldout does not do';
      warn({ message, fix: `write the value, or \${NAME} and set that variable` });
      return reference;
    })
    .replaceAll(/\$?\{env:([A-Za-z_]\w*)\}/g, (_, name: string) => `\${${name}}`)
    .replaceAll(/\$\{input:([^{}]+)\}/g, (_, id: string) => {
      const name = variableName(id);
      warn({ message: 'the client asks the user for this value', fix: `set the environment variable ${name}` });
      return `\${${name}}`;
    })
    .replaceAll(`\${workspaceFolder}`, (reference) => project ?? reference);
}

/** `github-token` → `GITHUB_TOKEN`. */
function variableName(id: string): string {
  const name = id.replaceAll(/[^A-Za-z0-9]+/g, '_').toUpperCase();
  return /^[A-Z_]/.test(name) ? name : `INPUT_${name}`;
}

/** A client starts the servers of a project in the project's folder. Relative paths need that folder as `cwd`. */
function inProject(server: JsonObject, project: string): JsonObject {
  const { command, args, cwd } = server;
  if (typeof cwd === 'string') {
    return isAbsolute(cwd) || /^[~$]/.test(cwd) ? server : { ...server, cwd: resolve(project, cwd) };
  }
  const parts = [command, ...(Array.isArray(args) ? args : [])];
  return parts.some((part) => /^\.{1,2}([\\/]|$)/.test(String(part))) ? { ...server, cwd: project } : server;
}

/** Some clients write fields with their default values. */
function isDefault(field: string, value: unknown): boolean {
  if (field === 'disabled') return value === false;
  return SERVER_TEXT_FIELDS.includes(field) && typeof value === 'object' && Object.keys(value ?? {}).length === 0;
}
