import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ApprovedTexts } from './approved-texts.ts';
import { type AroundWrite, appendDurably, fileNameOf, fileVersion } from './private-files.ts';
import type { Approval, Approvals } from './shared-state.ts';

export const APPROVALS_ENDING = '.approvals';

/** Size of one append. An append is atomic, so the lines of two processes never mix. */
const BLOCK_BYTES = 64_000;

interface CachedLog {
  /** The `fileVersion` that was read. */
  readonly version: string;
  readonly approvals: ReadonlyMap<string, Approval>;
}

interface Line extends Approval {
  /** The line counts only if no earlier line approves the tool: the first writer wins. */
  readonly first?: boolean;
}

/**
 * Approvals in one append-only log per server. Every process replays the log from the start and gets the same result,
 * without locks.
 */
export class ApprovalLog implements Approvals {
  readonly #folder: string;
  readonly #around: AroundWrite;
  readonly #cached = new Map<string, CachedLog>();
  readonly #texts: ApprovedTexts;

  constructor(folder: string, around: AroundWrite = (_file, write) => write()) {
    this.#folder = folder;
    this.#texts = new ApprovedTexts(folder);
    this.#around = around;
  }

  async of(server: string): Promise<ReadonlyMap<string, Approval>> {
    const file = this.#fileOf(server);
    const version = await fileVersion(file);
    const cached = this.#cached.get(server);
    if (cached?.version === version) return cached.approvals;
    const approvals = version === '' ? new Map<string, Approval>() : replay(await readFile(file, 'utf8'), server, file);
    this.#cached.set(server, { version, approvals });
    return approvals;
  }

  async approve(approvals: readonly Approval[]): Promise<void> {
    await this.#add(approvals);
  }

  async approveFirstSeen(approvals: readonly Approval[]): Promise<void> {
    for (const [server, ofServer] of grouped(approvals)) {
      const known = await this.of(server);
      await this.#add(ofServer.filter(({ tool }) => !known.has(tool)).map((one) => ({ ...one, first: true })));
    }
  }

  keepTexts(server: string, texts: ReadonlyMap<string, string>): Promise<void> {
    return this.#texts.keep(server, texts);
  }

  textOf(server: string, hash: string): Promise<string | undefined> {
    return this.#texts.find(server, hash);
  }

  async #add(lines: readonly Line[]): Promise<void> {
    for (const [server, ofServer] of grouped(lines)) {
      const file = this.#fileOf(server);
      await this.#around(basename(file), () => appendDurably(file, blocks(ofServer)));
    }
  }

  #fileOf(server: string): string {
    return join(this.#folder, `${fileNameOf(server)}${APPROVALS_ENDING}`);
  }
}

function grouped(lines: readonly Line[]): Map<string, Line[]> {
  const byServer = new Map<string, Line[]>();
  for (const line of lines) {
    const known = byServer.get(line.server);
    if (known) known.push(line);
    else byServer.set(line.server, [line]);
  }
  return byServer;
}

/** Each block starts with a newline: a line that a crash or a full disk has cut off must not damage the next one. */
function* blocks(lines: readonly Line[]): Generator<Buffer> {
  let text = '';
  for (const { server, tool, hash, at, by, first } of lines) {
    text += `\n${JSON.stringify({ server, tool, hash, at, by, ...(first && { first }) })}`;
    if (text.length < BLOCK_BYTES) continue;
    yield Buffer.from(`${text}\n`);
    text = '';
  }
  if (text !== '') yield Buffer.from(`${text}\n`);
}

/** A log without any readable line is not that of a new server, whose first definitions would be trusted. */
function replay(text: string, server: string, file: string): Map<string, Approval> {
  const approvals = new Map<string, Approval>();
  let readable = text.trim() === '';
  for (const line of text.split('\n')) {
    const parsed = lineIn(line);
    readable ||= parsed !== undefined;
    if (parsed?.server !== server) continue;
    const { first, ...approval } = parsed;
    if (!first || !approvals.has(approval.tool)) approvals.set(approval.tool, approval);
  }
  if (!readable) throw new Error(`the file ${file} is damaged; approve the tools of '${server}' again`);
  return approvals;
}

/** The server that a log belongs to, from its first readable line. */
export async function serverOfLog(file: string): Promise<string | undefined> {
  for (const line of (await readFile(file, 'utf8')).split('\n')) {
    const parsed = lineIn(line);
    if (parsed) return parsed.server;
  }
  return undefined;
}

function lineIn(text: string): Line | undefined {
  if (text === '') return undefined;
  try {
    const line = JSON.parse(text) as Line;
    const texts = [line.server, line.tool, line.hash, line.by];
    return texts.every((value) => typeof value === 'string') && typeof line.at === 'number' ? line : undefined;
  } catch {
    return undefined;
  }
}
