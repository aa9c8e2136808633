import { parse, TomlError } from 'smol-toml';
import type { ConfigPath } from '../config/config-problem.ts';
import type { ConfigText } from '../config/config-text.ts';

/** TOML with the places of its tables, as far as a line can be told to be one. */
export function parseTomlText(text: string): ConfigText {
  const none = { repeated: [], locate: () => ({ line: 1, column: 1 }) };
  try {
    return { value: parse(text), problems: [], repeated: [], locate: (path) => locate(text, path) };
  } catch (error) {
    if (error instanceof RangeError) {
      const message = 'the values are nested too deeply for a configuration';
      return { ...none, value: undefined, problems: [{ path: '', message, line: 1, column: 1 }] };
    }
    if (!(error instanceof TomlError)) throw error;
    // The message of the parser shows the line itself, which may hold a secret.
    const message = 'this is not TOML';
    return { ...none, value: undefined, problems: [{ path: '', message, line: error.line, column: error.column }] };
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
  if (table === -1) return { line: 1, column: 1 };
  return { line: offset === -1 ? table + 1 : table + 2 + offset, column: 1 };
}
