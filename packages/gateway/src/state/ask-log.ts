import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Ask, type AskAnswer, type Asks, type Grant, hasEnded, type NewAsk } from './asks.ts';
import { errorCode, PRIVATE_FILE, PRIVATE_FOLDER } from './private-files.ts';

const ENDING = '.asks';
const GRANTS = `grants${ENDING}`;
const DAY_MS = 86_400_000;

type Line =
  | { readonly op: 'open'; readonly id: string; readonly ask: NewAsk }
  | { readonly op: 'answer'; readonly id: string; readonly answer: AskAnswer }
  | { readonly op: 'use'; readonly id: string; readonly by: string }
  | { readonly op: 'release'; readonly id: string }
  | { readonly op: 'grant'; readonly grant: Grant }
  | { readonly op: 'revoke'; readonly key: string };

interface Replayed {
  readonly byAct: Map<string, Ask>;
  readonly byId: Map<string, Ask>;
  /** Ask → who uses it. */
  readonly users: Map<string, string>;
  readonly grants: Map<string, Grant>;
}

/**
 * Asks in append-only logs, one for each day. Every process replays the lines of today and yesterday and gets the same
 * result, without locks: the first of two competing lines counts. No ask lives longer than a day.
 */
export class AskLog implements Asks {
  readonly #folder: string;
  readonly #now: () => number;

  constructor(folder: string, now: () => number = Date.now) {
    this.#folder = folder;
    this.#now = now;
  }

  async open(ask: NewAsk): Promise<Ask> {
    const known = (await this.#replay()).byAct.get(ask.act);
    if (known && !hasEnded(known, ask.at)) return known;
    await this.#removeOld();
    await this.#append({ op: 'open', id: randomUUID(), ask });
    return (await this.#replay()).byAct.get(ask.act) as Ask;
  }

  async find(id: string): Promise<Ask | undefined> {
    return (await this.#replay()).byId.get(id);
  }

  async waiting(now: number): Promise<readonly Ask[]> {
    const { byAct } = await this.#replay();
    return [...byAct.values()].filter((ask) => !ask.answer && ask.until > now).sort((a, b) => a.at - b.at);
  }

  async answer(id: string, answer: AskAnswer): Promise<Ask | undefined> {
    const ask = await this.find(id);
    if (!ask || ask.answer || ask.until <= answer.at) return undefined;
    await this.#append({ op: 'answer', id, answer });
    const answered = await this.find(id);
    // Another process may have answered first.
    return answered?.answer && sameAnswer(answered.answer, answer) ? answered : undefined;
  }

  async use(id: string): Promise<boolean> {
    const by = randomUUID();
    await this.#append({ op: 'use', id, by });
    return (await this.#replay()).users.get(id) === by;
  }

  release(id: string): Promise<void> {
    return this.#append({ op: 'release', id });
  }

  grant(grant: Grant): Promise<void> {
    return this.#append({ op: 'grant', grant }, GRANTS);
  }

  async granted(keys: readonly string[]): Promise<boolean> {
    const { grants } = await this.#replay([GRANTS]);
    return keys.some((key) => grants.has(key));
  }

  async grants(): Promise<readonly Grant[]> {
    return [...(await this.#replay([GRANTS])).grants.values()];
  }

  async revoke(key: string): Promise<boolean> {
    if (!(await this.granted([key]))) return false;
    await this.#append({ op: 'revoke', key }, GRANTS);
    return true;
  }

  /** An append is atomic. It starts with a newline: a line that a crash cut off must not damage the next one. */
  async #append(line: Line, file = dayFile(this.#now())): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: PRIVATE_FOLDER });
    const handle = await open(join(this.#folder, file), 'a', PRIVATE_FILE);
    try {
      const bytes = Buffer.from(`\n${JSON.stringify(line)}\n`);
      const { bytesWritten } = await handle.write(bytes);
      if (bytesWritten < bytes.length) throw new Error(`The disk is full: an approval was not written to ${file}.`);
    } finally {
      await handle.close();
    }
  }

  async #replay(files = [dayFile(this.#now() - DAY_MS), dayFile(this.#now())]): Promise<Replayed> {
    const replayed: Replayed = { byAct: new Map(), byId: new Map(), users: new Map(), grants: new Map() };
    for (const file of files) {
      const text = await readFile(join(this.#folder, file), 'utf8').catch(missingAsEmpty);
      for (const line of text.split('\n')) apply(replayed, line);
    }
    return replayed;
  }

  async #removeOld(): Promise<void> {
    const kept = [GRANTS, dayFile(this.#now() - DAY_MS), dayFile(this.#now())];
    const files = await readdir(this.#folder).catch(() => []);
    for (const file of files) {
      if (file.endsWith(ENDING) && !kept.includes(file)) await rm(join(this.#folder, file), { force: true });
    }
  }
}

function apply(replayed: Replayed, text: string): void {
  const line = lineIn(text);
  if (!line) return;
  const { byAct, byId, users, grants } = replayed;
  const change = (id: string, changed: Partial<Ask>): void => {
    const ask = byId.get(id);
    if (!ask) return;
    const next = { ...ask, ...changed };
    byId.set(id, next);
    byAct.set(ask.act, next);
  };
  switch (line.op) {
    case 'open': {
      const known = byAct.get(line.ask.act);
      if (known && !hasEnded(known, line.ask.at)) return;
      if (known) byId.delete(known.id);
      const before = known?.used ? known.answer?.at : undefined;
      const ask: Ask = { ...line.ask, id: line.id, used: false, ...(before !== undefined && { before }) };
      byAct.set(ask.act, ask);
      byId.set(ask.id, ask);
      return;
    }
    case 'answer':
      if (!byId.get(line.id)?.answer) change(line.id, { answer: line.answer });
      return;
    case 'use':
      if (!byId.get(line.id)?.answer?.allow || users.has(line.id)) return;
      users.set(line.id, line.by);
      change(line.id, { used: true });
      return;
    case 'release':
      users.delete(line.id);
      change(line.id, { used: false });
      return;
    case 'grant':
      grants.set(line.grant.key, line.grant);
      return;
    case 'revoke':
      grants.delete(line.key);
  }
}

function lineIn(text: string): Line | undefined {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as Line;
  } catch {
    return undefined;
  }
}

function sameAnswer(a: AskAnswer, b: AskAnswer): boolean {
  return a.allow === b.allow && a.scope === b.scope && a.by === b.by && a.at === b.at;
}

function dayFile(time: number): string {
  return `${new Date(time).toISOString().slice(0, 10)}${ENDING}`;
}

function missingAsEmpty(error: unknown): string {
  if (errorCode(error) === 'ENOENT') return '';
  throw error;
}
