import { mkdir, open, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileNameOf } from './manifest-key.ts';
import { type AroundWrite, errorCode, PRIVATE_FILE, PRIVATE_FOLDER } from './private-files.ts';
import type { Approval, Approvals } from './shared-state.ts';

export const APPROVALS_ENDING = '.approvals';

/** Written at once, so that lines of two processes never mix. */
const BLOCK_BYTES = 64_000;

interface Known {
  readonly mark: string;
  readonly approvals: ReadonlyMap<string, Approval>;
}

interface Line extends Approval {
  /** Counts only where nothing is known of the tool before this line. */
  readonly first?: boolean;
}

/**
 * Approvals in files: for each server one that is only ever added to. Whoever reads it goes through it from the start, so
 * all processes come to the same end, whichever of them wrote first, and none has to wait for another.
 */
export class ApprovalLog implements Approvals {
  readonly #folder: string;
  readonly #around: AroundWrite;
  readonly #known = new Map<string, Known>();

  constructor(folder: string, around: AroundWrite = (_file, write) => write()) {
    this.#folder = folder;
    this.#around = around;
  }

  async of(server: string): Promise<ReadonlyMap<string, Approval>> {
    const file = this.#fileOf(server);
    const mark = await markOf(file);
    const known = this.#known.get(server);
    if (known?.mark === mark) return known.approvals;
    const approvals = mark === '' ? new Map<string, Approval>() : read(await readFile(file, 'utf8'), server);
    this.#known.set(server, { mark, approvals });
    return approvals;
  }

  async approve(approvals: readonly Approval[]): Promise<void> {
    await this.#add(approvals);
  }

  async approveFirstSeen(approvals: readonly Approval[]): Promise<void> {
    const lines: Line[] = [];
    for (const approval of approvals) {
      const known = await this.of(approval.server);
      if (!known.has(approval.tool)) lines.push({ ...approval, first: true });
    }
    await this.#add(lines);
  }

  async #add(lines: readonly Line[]): Promise<void> {
    for (const [server, ofServer] of grouped(lines)) {
      const file = this.#fileOf(server);
      await this.#around(basename(file), () => append(file, ofServer));
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

async function append(file: string, lines: readonly Line[]): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: PRIVATE_FOLDER });
  const handle = await open(file, 'a', PRIVATE_FILE);
  try {
    for (const block of blocks(lines)) {
      const { bytesWritten } = await handle.write(block);
      if (bytesWritten < block.length) throw new Error(`The disk is full: not all approvals were written to ${file}.`);
    }
  } finally {
    await handle.close();
  }
}

/** Starts with the end of a line: what was cut off before, by a full disk or a crash, must not spoil what follows. */
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

function read(text: string, server: string): Map<string, Approval> {
  const approvals = new Map<string, Approval>();
  for (const line of text.split('\n')) {
    const parsed = lineIn(line);
    if (parsed?.server !== server) continue;
    const { first, ...approval } = parsed;
    if (!first || !approvals.has(approval.tool)) approvals.set(approval.tool, approval);
  }
  return approvals;
}

/** The server whose approvals a file holds. */
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
    return texts.every((one) => typeof one === 'string') && typeof line.at === 'number' ? line : undefined;
  } catch {
    return undefined;
  }
}

/** Changes with the file; empty where there is none. */
async function markOf(file: string): Promise<string> {
  try {
    const { size, mtimeMs, ino } = await stat(file);
    return `${ino}:${size}:${mtimeMs}`;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return '';
    throw error;
  }
}
