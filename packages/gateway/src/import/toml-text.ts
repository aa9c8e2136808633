import { parse, TomlError } from 'smol-toml';
import { type ConfigText, type Position, tooDeep } from '../config/config-text.ts';
import type { ConfigPath } from '../config/problem.ts';

const START: Position = { line: 1, column: 1 };

/** Parses TOML, and finds the lines of its tables where they are written as `[mcp_servers.name]`. */
export function parseTomlText(text: string, file?: string): ConfigText {
  try {
    return { value: parse(text), problems: [], repeated: [], locate: (path) => locate(text, path) };
  } catch (error) {
    // The parser's own message quotes the line, which may hold a secret.
    const isSyntax = error instanceof TomlError;
    const advice = isSyntax ? { message: 'this is not TOML', fix: 'correct the syntax' } : tooDeep(error);
    const { line, column } = isSyntax ? error : START;
    const problems = [{ severity: 'error', file, path: '', line, column, ...advice }] as const;
    return { value: undefined, problems, repeated: [], locate: () => START };
  }
}

function locate(text: string, path: ConfigPath): Position {
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
