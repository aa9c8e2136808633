import { readFileSync } from 'node:fs';
import { Problem } from './problem.ts';

export function readJson(path: string): unknown {
  return parse(readFileSync(path, 'utf8'), path);
}

/** A `.jsonl` file: one JSON value on each line. */
export function readJsonLines(path: string): unknown[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.flatMap((line, index) => (line.trim() === '' ? [] : [parse(line, `${path}, line ${index + 1}`)]));
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parse(text: string, place: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new Problem(`${place} is not valid JSON: ${(error as Error).message}. Correct the file or remove it.`);
  }
}
