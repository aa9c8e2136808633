import { existsSync } from 'node:fs';
import { rm, rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { linkTarget, writeAtomically } from '../config/atomic-file.ts';
import { type ClientText, readBytes, readClientText, textOf } from './client-text.ts';
import { mergeText } from './merge-text.ts';
import { type ConnectionPlan, type PlanInput, planConnection } from './plan.ts';
import { type ConnectionRecord, type ConnectionRecords, hashOf } from './records.ts';
import { meansTheSame, type Undone, undoEdits } from './undo.ts';

/** How often a plan is made again if the client writes its file at the same time. */
const ATTEMPTS = 5;

/** The client wrote the file after the plan was made. */
class FileChanged extends Error {}

/** Makes the planned edit. The record and the backup are on disk before the file changes. Returns what was done. */
export async function connectFile(
  input: PlanInput & { readonly client: string },
  records: ConnectionRecords,
): Promise<ConnectionPlan> {
  for (let attempt = 1; ; attempt++) {
    const plan = await planConnection(input);
    const { bytes } = plan.current;
    if (plan.edits.length === 0) return plan;
    const content = plan.current.encode(plan.text);
    const base = await baseOf(plan, input, records);
    await records.save(
      {
        ...base.record,
        client: input.client,
        file: input.file,
        syntax: input.connection.syntax,
        written: hashOf(content),
      },
      base.backup,
      content,
    );
    try {
      await writeAtomically(input.file, content, { beforeReplace: () => checkUnchanged(input.file, bytes) });
      return plan;
    } catch (error) {
      if (!(error instanceof FileChanged) || attempt === ATTEMPTS) throw error;
    }
  }
}

/** The file as it was before the first connection, and all edits since. */
async function baseOf(
  plan: ConnectionPlan,
  { file }: PlanInput,
  records: ConnectionRecords,
): Promise<{ record: Pick<ConnectionRecord, 'existed' | 'createdFolder' | 'edits'>; backup: Buffer | undefined }> {
  const { bytes } = plan.current;
  const known = await records.of(file);
  if (!known || bytes === undefined) {
    const createdFolder = bytes === undefined ? outermostMissing(dirname(file)) : undefined;
    return { record: { existed: bytes !== undefined, createdFolder, edits: plan.edits }, backup: bytes };
  }
  const record = { ...known, edits: [...known.edits, ...plan.edits] };
  if (hashOf(bytes) === known.written) return { record, backup: await records.backupOf(known) };
  // The user has edited the file since: what they have without Foldout is what `disconnect` gives back.
  const current = await readClientText(file);
  const { text } = await takeBack(known, current, records);
  return { record: { ...record, existed: true }, backup: current.encode(text) };
}

export interface Disconnected {
  readonly client: string;
  readonly file: string;
  /** `restored`: the file has the bytes from before. `edited`: only Foldout's changes were taken out. `gone`: nothing to do. */
  readonly outcome: 'restored' | 'removed' | 'edited' | 'gone';
  /** Fields that the user has changed since, and that stay. */
  readonly kept: readonly string[];
}

/** What `disconnect` writes: undefined removes the file. */
export interface DisconnectPlan extends Disconnected {
  readonly before: Buffer | undefined;
  readonly after: Buffer | undefined;
}

/** Plans how a connection is taken back. Writes nothing. */
export async function planDisconnect(record: ConnectionRecord, records: ConnectionRecords): Promise<DisconnectPlan> {
  const { client, file } = record;
  const before = await readBytes(file);
  const done = { client, file, kept: [], before };
  if (before === undefined) return { ...done, outcome: 'gone', after: undefined };
  const backup = await records.backupOf(record);
  if (hashOf(before) === record.written) return { ...done, outcome: backup ? 'restored' : 'removed', after: backup };
  if (backup?.equals(before)) return { ...done, outcome: 'gone', after: before };
  const current = await readClientText(file);
  const { text, kept } = await takeBack(record, current, records);
  return { ...done, outcome: 'edited', kept, after: current.encode(text) };
}

/** Takes Foldout's changes out of a file that the user has edited since: where other lines were edited, to the byte. */
async function takeBack(record: ConnectionRecord, current: ClientText, records: ConnectionRecords): Promise<Undone> {
  const undone = undoEdits(record.syntax, current.text, record.edits);
  const [connected, backup] = await Promise.all([records.connectedOf(record), records.backupOf(record)]);
  if (!connected || !backup || undone.kept.length > 0) return undone;
  const merged = mergeText(textOf(connected), textOf(backup), current.text);
  const isSame = merged !== undefined && meansTheSame(record.syntax, merged, undone.text);
  return isSame ? { text: merged, kept: [] } : undone;
}

/** Takes a connection back. */
export async function disconnectFile(record: ConnectionRecord, records: ConnectionRecords): Promise<Disconnected> {
  for (let attempt = 1; ; attempt++) {
    const { before, after, ...done } = await planDisconnect(record, records);
    try {
      if (after === undefined) await removeFile(record, before);
      else if (before === undefined || !after.equals(before)) {
        await writeAtomically(record.file, after, { beforeReplace: () => checkUnchanged(record.file, before) });
      }
      await records.remove(record.file);
      return done;
    } catch (error) {
      if (!(error instanceof FileChanged) || attempt === ATTEMPTS) throw error;
    }
  }
}

async function checkUnchanged(file: string, bytes: Buffer | undefined): Promise<void> {
  const now = await readBytes(file);
  const isSame = now === undefined || bytes === undefined ? now === bytes : now.equals(bytes);
  if (!isSame) throw new FileChanged(`${file} was changed by another program at the same time. Run the command again`);
}

/** Removes a file that `connect` created, and the folders that it created and that are empty now. */
async function removeFile({ file, createdFolder }: ConnectionRecord, before: Buffer | undefined): Promise<void> {
  if (before === undefined) return;
  await checkUnchanged(file, before);
  await rm(await linkTarget(file));
  for (let folder = dirname(file); createdFolder && folder.startsWith(createdFolder); folder = dirname(folder)) {
    if (!(await isRemoved(folder))) return;
  }
}

function isRemoved(emptyFolder: string): Promise<boolean> {
  return rmdir(emptyFolder).then(
    () => true,
    () => false,
  );
}

function outermostMissing(folder: string): string | undefined {
  if (existsSync(folder)) return undefined;
  return outermostMissing(dirname(folder)) ?? folder;
}
