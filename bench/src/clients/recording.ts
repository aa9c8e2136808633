import { existsSync, readFileSync } from 'node:fs';

/** A message between a client and the gateway. */
export interface Recorded {
  readonly direction: 'in' | 'out';
  /** Over stdio: since the gateway's code began, without Node's own start. Over HTTP: since the first request. */
  readonly atMs: number;
  /** Over stdio: processor time of the gateway at that moment, without Node's own start. */
  readonly cpuMs?: number;
  readonly message: string;
}

export interface FirstList {
  readonly ms: number;
  readonly cpuMs?: number;
  readonly names: readonly string[];
}

export function readRecording(file: string): Recorded[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}

/** The first answer to `tools/list`: its time and the listed names. */
export function firstList(recording: readonly Recorded[]): FirstList | undefined {
  for (const { direction, atMs, cpuMs, message } of recording) {
    if (direction !== 'out' || !message.includes('"tools":[')) continue;
    const { result } = JSON.parse(message);
    if (!Array.isArray(result?.tools)) continue;
    const names = result.tools.map(({ name }: { name: string }) => name);
    return { ms: atMs, names, ...(cpuMs !== undefined && { cpuMs }) };
  }
  return undefined;
}

/** The name that the client reported. */
export function clientName(recording: readonly Recorded[]): string | undefined {
  for (const { message } of recording) {
    const [, name] =
      /"(?:clientInfo|io\.modelcontextprotocol\/clientInfo)":\s*\{[^}]*?"name":\s*"([^"]+)"/.exec(message) ?? [];
    if (name) return name;
  }
  return undefined;
}

/** Recognizes a surface by the names of its listed tools. */
export function surfaceOf(names: readonly string[]): string {
  if (names.includes('afd-discover')) return 'lazy';
  if (names.includes('count_boxes')) return 'individual';
  if (names.includes('search_tools')) return names.includes('invoke_tool') ? 'proxy' : 'dynamic';
  return `none (${names.join(', ')})`;
}
