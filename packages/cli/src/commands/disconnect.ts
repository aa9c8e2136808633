import { CLIENTS } from '@foldout/clients';
import {
  type ConnectionRecord,
  ConnectionRecords,
  type DisconnectPlan,
  defaultStateFolder,
  disconnectFile,
  EditError,
  parseValue,
  planDisconnect,
  secretMask,
  thisMachine,
} from '@foldout/gateway/internal';
import { clientNamed } from '../connecting/choose-clients.ts';
import { typed } from '../invocation.ts';
import { canAsk, confirmed } from '../output/ask.ts';
import { CliError, EXIT } from '../output/fail.ts';
import { counted } from '../output/figures.ts';
import { note, print, printJson } from '../output/terminal.ts';
import { textDiff } from '../output/text-diff.ts';

interface DisconnectOptions {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
  readonly project?: boolean;
}

interface Planned {
  readonly record: ConnectionRecord;
  readonly plan?: DisconnectPlan;
  readonly problem?: string;
}

/** Takes Foldout out of clients: each file gets the bytes back that it had before `connect`. */
export async function disconnect(options: DisconnectOptions, names: readonly string[]): Promise<void> {
  const records = new ConnectionRecords(defaultStateFolder());
  const chosen = choose(await records.all(), options, names);
  const planned: Planned[] = [];
  for (const record of chosen) planned.push(await planOf(record, records));
  if (!options.json) show(planned);
  const write = await confirmWriting(options, planned.length);
  const done = await Promise.all(
    planned.map(async ({ record, plan, problem }) => {
      const { client, file, outcome, kept } =
        write && plan ? await disconnectFile(record, records) : { ...record, ...plan };
      return { client, file, outcome: outcome ?? null, kept: kept ?? [], ...(problem !== undefined && { problem }) };
    }),
  );
  if (planned.some(({ problem }) => problem !== undefined)) process.exitCode = EXIT.failed;
  if (options.json) printJson({ clients: done, written: write });
  else for (const one of done) report(one, write);
  if (!options.json && !write)
    note(`nothing was written. To write: ${typed(['disconnect', ...names, '--yes'].join(' '))}`);
}

function choose(
  all: readonly ConnectionRecord[],
  { project }: DisconnectOptions,
  names: readonly string[],
): readonly ConnectionRecord[] {
  const machine = thisMachine();
  const wanted = names.map((name) => clientNamed(name).id);
  const chosen = all.filter(({ client, file }) => {
    if (wanted.length > 0 && !wanted.includes(client)) return false;
    return !project || file.startsWith(machine.cwd);
  });
  if (chosen.length > 0) return chosen;
  const which = names.length > 0 ? names.join(', ') : 'no client';
  throw new CliError(
    names.length > 0
      ? `${which}: not connected by foldout. To connect: ${typed(`connect ${names.join(' ')}`)}`
      : `${which} is connected. To connect: ${typed('connect')}`,
    EXIT.failed,
  );
}

async function planOf(record: ConnectionRecord, records: ConnectionRecords): Promise<Planned> {
  try {
    return { record, plan: await planDisconnect(record, records) };
  } catch (error) {
    if (!(error instanceof EditError)) throw error;
    return { record, problem: `${error.message}. The file from before is ${records.backupFile(record.file)}` };
  }
}

function show(planned: readonly Planned[]): void {
  const diffs = planned.flatMap(({ record, plan }) => {
    if (!plan || plan.outcome === 'gone') return [];
    const [before, after] = [plan.before, plan.after].map(
      (bytes) => bytes?.toString('utf8').replace(/^\uFEFF/, '') ?? '',
    );
    const roots = [before, after].map((text) => parseValue(record.syntax, text ?? ''));
    return [textDiff(record.file, before ?? '', after ?? '', secretMask(roots))];
  });
  if (diffs.length > 0) print(diffs.join('\n\n'));
}

async function confirmWriting({ dryRun, yes }: DisconnectOptions, files: number): Promise<boolean> {
  if (dryRun) return false;
  if (yes) return true;
  return canAsk() && confirmed(`Disconnect ${counted(files, 'client')}?`, true);
}

interface Done {
  readonly client: string;
  readonly file: string;
  readonly outcome: DisconnectPlan['outcome'] | null;
  readonly kept: readonly string[];
  readonly problem?: string;
}

const OUTCOMES: Readonly<Record<DisconnectPlan['outcome'], string>> = {
  restored: 'disconnected. The file is as it was before',
  removed: 'disconnected. The file did not exist before, and was removed',
  edited: "disconnected. You have edited the file since, so only Foldout's changes were taken out",
  gone: 'there was nothing to take out',
};

function report({ client, file, outcome, kept, problem }: Done, write: boolean): void {
  const title = CLIENTS.find(({ id }) => id === client)?.title ?? client;
  if (problem !== undefined) note(`${title} was not disconnected: ${file}: ${problem}`);
  else if (write && outcome) note(`${title}: ${OUTCOMES[outcome]} (${file})`);
  if (kept.length > 0) note(`${title}: you have changed ${kept.join(', ')} since, so it stays`);
}
