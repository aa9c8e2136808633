import { createReadStream, readFileSync, statSync, watch } from 'node:fs';
import { daemonLogs } from '@foldout/gateway/internal/daemon';
import { CliError, EXIT } from '../output/fail.ts';
import { note, print } from '../output/terminal.ts';
import type { CommonOptions } from '../program.ts';
import { stateFolderFor } from '../sharing/state-folder.ts';

export interface LogsOptions extends CommonOptions {
  readonly lines?: number;
  readonly follow?: boolean;
}

const LINES = 100;

/** `foldout logs`: the log of the background gateway that wrote last. */
export async function logs({ lines = LINES, follow = false, ...options }: LogsOptions): Promise<void> {
  const [log, ...others] = daemonLogs(stateFolderFor(options));
  if (log === undefined) throw new CliError('there is no log: no background gateway has run yet.', EXIT.failed);
  note(`${log}${others.length > 0 ? `; older ones: ${others.join(', ')}` : ''}`);
  const text = readFileSync(log, 'utf8');
  const last = text.split('\n').filter(Boolean).slice(-lines);
  if (last.length > 0) print(last.join('\n'));
  if (follow) followFile(log, Buffer.byteLength(text));
}

function followFile(file: string, from: number): void {
  let at = from;
  watch(file, () => {
    const { size } = statSync(file, { throwIfNoEntry: false }) ?? { size: 0 };
    if (size <= at) return;
    createReadStream(file, { start: at, end: size - 1 }).pipe(process.stdout, { end: false });
    at = size;
  });
}
