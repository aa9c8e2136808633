import type { JsonObject } from '@foldout/clients/internal';
import { ConfigError } from '../config/problem.ts';
import { nameFor } from './server-name.ts';
import { shellWords } from './shell-words.ts';

/** A server as a command line or an address describes it. */
export interface DescribedServer {
  readonly name: string;
  readonly server: JsonObject;
}

const ASSIGNMENT = /^([A-Za-z_]\w*)=(.*)$/s;

/** Reads `npx …`, `KEY=value npx …`, `claude mcp add …`, `code --add-mcp '{…}'` and addresses. */
export function serverOfLine(line: string): DescribedServer {
  return serverOfWords(shellWords(line.trim().replace(/^[$>]\s+/, '')));
}

export function serverOfWords(words: readonly string[]): DescribedServer {
  const [first = '', second, third] = words;
  if (second === '--add-mcp') return fromJson(third ?? '{}');
  if (second === 'mcp' && third === 'add-json') {
    const [name = 'server', json = '{}'] = withoutOptions(words.slice(3));
    return { ...fromJson(json), name };
  }
  if (second === 'mcp' && third === 'add') return fromAddCommand(words.slice(3));
  return named(launchOf([first, ...words.slice(1)], {}));
}

function fromJson(text: string): DescribedServer {
  const { name, ...server } = parsedJson(text);
  return typeof name === 'string' ? { name, server } : named(server);
}

function parsedJson(text: string): JsonObject {
  try {
    return JSON.parse(text) as JsonObject;
  } catch {
    const fix = `write it in single quotes, as in: claude mcp add-json files '{ "command": "npx", "args": ["-y", "files-mcp"] }'`;
    throw ConfigError.ofFile('command line', { message: 'the JSON of the server is not valid', fix });
  }
}

/** Without `--scope user` and the like. */
function withoutOptions(words: readonly string[]): string[] {
  return words.filter((word, index) => !word.startsWith('-') && !/^(-s|--scope)$/.test(words[index - 1] ?? ''));
}

/** The options of `<client> mcp add`, which are nearly the same in all clients. */
function fromAddCommand(words: readonly string[]): DescribedServer {
  const env: Record<string, string> = {};
  const headers: Record<string, string> = {};
  const rest: string[] = [];
  let url: string | undefined;
  let type: string | undefined;
  let at = 0;
  const value = (word: string): string =>
    word.includes('=') && word.startsWith('--') ? word.slice(word.indexOf('=') + 1) : (words[++at] ?? '');
  for (; at < words.length; at++) {
    const word = words[at] as string;
    if (word === '--') break;
    // The options of the server's own command follow its name and its program.
    if (rest.length > 1 || (!word.startsWith('-') && rest.length === 1)) {
      rest.push(word);
    } else if (/^(-e|--env)(=|$)/.test(word)) {
      const [, key = '', text = ''] = ASSIGNMENT.exec(value(word)) ?? [];
      env[key] = text;
    } else if (/^(-H|--header)(=|$)/.test(word)) {
      const [key = '', ...text] = value(word).split(':');
      headers[key.trim()] = text.join(':').trim();
    } else if (/^(-t|--transport)(=|$)/.test(word)) type = value(word);
    else if (/^--url(=|$)/.test(word)) url = value(word);
    else if (/^(-s|--scope|--client-id|--callback-port|--timeout)(=|$)/.test(word)) value(word);
    else if (!word.startsWith('-')) rest.push(word);
  }
  const [name = '', ...before] = rest;
  const command = [...before, ...words.slice(at + 1)];
  const target = url ?? command[0] ?? '';
  const isRemote = /^https?:\/\//.test(target);
  const server = isRemote
    ? { ...(type === 'sse' && { type }), url: target, ...(Object.keys(headers).length > 0 && { headers }) }
    : launchOf(command, env);
  return name === '' ? named(server) : { name, server };
}

function launchOf(words: readonly string[], given: Readonly<Record<string, string>>): JsonObject {
  const env: Record<string, string> = { ...given };
  let start = 0;
  for (; start < words.length; start++) {
    const [, key, value] = ASSIGNMENT.exec(words[start] ?? '') ?? [];
    if (key === undefined) break;
    env[key] = value ?? '';
  }
  const [command = '', ...args] = words.slice(start);
  if (/^https?:\/\//.test(command)) return { url: command };
  return { command, ...(args.length > 0 && { args }), ...(Object.keys(env).length > 0 && { env }) };
}

function named(server: JsonObject): DescribedServer {
  return { name: nameFor(server), server };
}
