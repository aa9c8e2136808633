import { parse, TomlError } from 'smol-toml';
import type { ConfigPath } from '../config/config-problem.ts';
import { type ConfigText, tooDeep } from '../config/config-text.ts';

const START = { line: 1, column: 1 };

/** TOML with the places of its tables, as far as a line can be told to be one. */
export function parseTomlText(text: string): ConfigText {
  try {
    return { value: parse(text), problems: [], repeated: [], locate: (path) => locate(text, path) };
  } catch (error) {
    // The message of the parser shows the line itself, which may hold a secret.
    const message = error instanceof TomlError ? 'this is not TOML' : tooDeep(error);
    const { line, column } = error instanceof TomlError ? error : START;
    return { value: undefined, problems: [{ path: '', message, line, column }], repeated: [], locate: () => START };
  }
}

function locate(text: string, path: ConfigPath): { line: number; column: number } {
  const [, name = '', field = ''] = path.map(String);
  const lines = text.split(/\r?\n/);
  const quoted = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const table = lines.findIndex((line) =>
    new RegExp(`^\\s*\\[\\s*mcp_servers\\s*\\.\\s*["']?${quoted}["']?\\s*\\]`).test(line),
  );
  const end = lines.findIndex((line, index) => index > table && /^\s*\[/.test(line));
  const within = lines.slice(table + 1, end === -1 ? undefined : end);
  const offset = field === '' ? -1 : within.findIndex((line) => line.trimStart().split(/[\s=]/)[0] === field);
  if (table === -1) return START;
  return { line: offset === -1 ? table + 1 : table + 2 + offset, column: 1 };
}
