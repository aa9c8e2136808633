import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Era } from '../connections.ts';
import type { WorkFolder } from '../gateway/work-folder.ts';
import { type Assignment, type CallRecord, DEADLINE_MS } from './assignment.ts';
import { ended } from './hostile-servers.ts';

const PROGRAM = join(import.meta.dirname, 'programs/clients.js');
const PER_GROUP = 10;
/** Time for the clients to close, after the last call may have ended. */
const CLOSE_MS = 10_000;

/** The clients of a soak, ten in each process, of both eras in turn. A killed process is replaced by a new one. */
export class ClientGroups implements AsyncDisposable {
  readonly records: CallRecord[] = [];
  readonly #work: WorkFolder;
  readonly #assignments: Assignment[];
  readonly #children: ChildProcess[];

  constructor(clients: number, common: Omit<Assignment, 'eras'>, work: WorkFolder) {
    this.#work = work;
    const eras = Array.from({ length: clients }, (_, n): Era => (n % 2 === 0 ? 'modern' : 'legacy'));
    this.#assignments = Array.from({ length: Math.ceil(clients / PER_GROUP) }, (_, group) => ({
      ...common,
      seed: common.seed + group,
      eras: eras.slice(group * PER_GROUP, (group + 1) * PER_GROUP),
    }));
    this.#children = this.#assignments.map((assignment) => this.#start(assignment));
  }

  /** SIGKILL to the clients of one process. Their calls in flight end with them; new clients take their place. */
  async killOne(random: () => number): Promise<void> {
    const group = Math.floor(random() * this.#children.length);
    const [child, assignment] = [this.#children[group], this.#assignments[group]];
    if (!child || !assignment) return;
    await ended(child);
    this.#children[group] = this.#start({ ...assignment, seed: assignment.seed + this.#children.length });
  }

  /** Waits until all clients have ended. Returns the number of clients that did not, although every call has a deadline. */
  async finish(endsAt: number): Promise<number> {
    const limit = new AbortController();
    const late = sleep(endsAt - Date.now() + DEADLINE_MS + CLOSE_MS, undefined, { signal: limit.signal });
    const exits = this.#children.map(async (child) => {
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    });
    await Promise.race([Promise.all(exits), late]);
    limit.abort();
    await late.catch(() => {});
    const stuck = this.#assignments.filter((_, group) => this.#children[group]?.exitCode !== 0);
    return stuck.reduce((sum, { eras }) => sum + eras.length, 0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#children.map(ended));
  }

  #start(assignment: Assignment): ChildProcess {
    const child = fork(PROGRAM, [this.#work.path], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    child.on('message', (record) => this.records.push(record as CallRecord));
    child.send(assignment);
    return child;
  }
}
