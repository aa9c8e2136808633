import { basename, sep } from 'node:path';

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** What `${workspaceFolder}` means. */
  readonly workspace: string;
}

export interface Expansion {
  readonly text: string;
  /** What stands in the way, in words that hold no value. */
  readonly problems: readonly string[];
  /** The variables that were read, with what they held. */
  readonly read: readonly (readonly [name: string, value: string])[];
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** How deep defaults may stand within defaults. */
const MAX_DEPTH = 16;
/** Something that a client replaces and we may not know, such as `${command:pick}`. */
const FOREIGN = /^([A-Za-z]+):(?!-)/;
const HOME = /^~(?=$|[\\/])/;

/**
 * `${VAR}`, `${VAR:-default}` and what VS Code and Cursor know. What a variable holds is never looked at again, so
 * it cannot bring in another. `$${` writes a literal `${`.
 */
export function expandText(text: string, around: Surroundings): Expansion {
  const problems: string[] = [];
  const read: [string, string][] = [];
  const expand = (part: string, depth: number): string => {
    if (depth > MAX_DEPTH) problems.push('defaults within defaults go too deep');
    if (depth > MAX_DEPTH) return part;
    let out = '';
    let rest = part;
    for (let start = rest.indexOf('${'); start !== -1; start = rest.indexOf('${')) {
      if (rest[start - 1] === '$') {
        out += `${rest.slice(0, start - 1)}\${`;
        rest = rest.slice(start + 2);
        continue;
      }
      const end = closing(rest, start + 2);
      if (end === -1) break;
      out += rest.slice(0, start) + resolve(rest.slice(start + 2, end), depth);
      rest = rest.slice(end + 1);
    }
    return out + rest;
  };
  const resolve = (reference: string, depth: number): string => {
    const known = fixed(reference, around);
    if (known !== undefined) return known;
    const split = reference.indexOf(':-');
    const name = (split === -1 ? reference : reference.slice(0, split)).replace(/^env:/, '');
    if (NAME.test(name)) {
      const value = around.env[name];
      if (typeof value === 'string' && (value !== '' || split === -1)) {
        read.push([name, value]);
        return value;
      }
      if (split !== -1) return expand(reference.slice(split + 2), depth + 1);
      problems.push(`the environment variable ${name} is not set; set it, or write \${${name}:-default}`);
    } else {
      const [, kind] = FOREIGN.exec(reference) ?? [];
      if (kind) problems.push(foreign(kind));
    }
    return `\${${reference}}`;
  };
  return { text: expand(text, 0), problems, read };
}

/** A leading `~`, as a shell would read it. */
export function expandHome(text: string, home: string): string {
  return text.replace(HOME, () => home);
}

function fixed(reference: string, { home, workspace }: Surroundings): string | undefined {
  if (reference === 'workspaceFolder') return workspace;
  if (reference === 'workspaceFolderBasename') return basename(workspace);
  if (reference === 'userHome') return home;
  if (reference === 'pathSeparator' || reference === '/') return sep;
  return undefined;
}

function foreign(kind: string): string {
  if (kind === 'input')
    return `a client would ask for \${input:…}, a gateway cannot; write \${NAME} and set that variable`;
  return `\${${kind}:…} is known only to the client it was written for; write \${NAME} and set that variable`;
}

/** The brace that closes, counting those opened by defaults within defaults. */
function closing(text: string, from: number): number {
  let depth = 1;
  for (let index = from; index < text.length; index++) {
    if (text.startsWith('${', index)) depth++;
    if (text[index] === '}' && --depth === 0) return index;
  }
  return -1;
}
