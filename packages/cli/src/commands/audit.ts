import {
  type AuditFile,
  auditFiles,
  auditFolder,
  openState,
  readAudit,
  readDatabaseAudit,
  searchAudit,
  type VerifiedAudit,
  verifyFiles,
} from '@foldout/gateway/internal';
import { chooseConfigWithNotes } from '../find-config.ts';
import { CliError, EXIT } from '../output/fail.ts';
import { counted } from '../output/figures.ts';
import { oneLine } from '../output/safe-text.ts';
import { table } from '../output/table.ts';
import { note, print, printJson, style } from '../output/terminal.ts';
import type { CommonOptions } from '../program.ts';
import { stateFolderFor } from '../sharing/state-folder.ts';

interface AuditOptions extends CommonOptions {
  readonly principal?: string;
  readonly tool?: string;
  readonly since?: string;
  readonly limit?: number;
}

type CallLine = ReturnType<typeof searchAudit>[number];

const DEFAULT_LIMIT = 50;

/** `foldout audit [verify | export]`: searches the audit log, checks its chain, or prints it as JSON lines. */
export async function audit(options: AuditOptions, [action = 'search']: readonly string[]): Promise<void> {
  const { files, place } = await auditOf(options);
  if (files.length === 0) {
    throw new CliError(
      `there is no audit log in ${place}. To keep one: "audit": "on" in the configuration`,
      EXIT.failed,
    );
  }
  if (action === 'verify') return printVerified(verifyFiles(files), options);
  if (action !== 'search' && action !== 'export') {
    throw new CliError(`There is no action '${oneLine(action)}'. Use search, verify or export.`);
  }
  const { principal, tool, since } = options;
  const from = since === undefined ? undefined : Date.parse(since);
  if (Number.isNaN(from)) throw new CliError(`--since ${oneLine(since ?? '')} is not a time. Write it as 2026-03-04`);
  const found = searchAudit(files, { principal, tool, since: from });
  if (action === 'export') {
    for (const line of found) process.stdout.write(`${JSON.stringify(line)}\n`);
    return;
  }
  const shown = found.slice(-(options.limit ?? DEFAULT_LIMIT));
  if (options.json) printJson(shown);
  else printLines(shown);
  if (shown.length < found.length) note(`${found.length - shown.length} earlier lines are not shown: --limit`);
}

/** The logs in the database of the configuration, else those in the state folder. */
async function auditOf(options: AuditOptions): Promise<{ files: readonly AuditFile[]; place: string }> {
  const database = await chooseConfigWithNotes(options.config).then(
    ({ loaded }) => loaded.config.database,
    () => undefined,
  );
  const stateFolder = stateFolderFor(options);
  if (database === undefined) {
    const place = auditFolder(stateFolder);
    return { files: auditFiles(place).map((file) => readAudit(place, file)), place };
  }
  const state = await openState(database, stateFolder);
  try {
    return { files: state.auditTable ? await readDatabaseAudit(state.auditTable) : [], place: 'the database' };
  } finally {
    await state.close();
  }
}

function printLines(lines: readonly CallLine[]): void {
  if (lines.length === 0) {
    note('no line fits');
    return;
  }
  print(
    table<CallLine>(
      [
        { head: 'time', cell: ({ at }) => at },
        { head: 'op', cell: ({ op }) => op },
        { head: 'principal', cell: ({ principal }) => oneLine(principal) },
        { head: 'tool', cell: ({ tool }) => oneLine(tool), color: style.bold },
        { head: 'risk', cell: ({ risk }) => risk },
        { head: 'decision', cell: ({ verdict, by }) => oneLine(`${verdict} (${by})`) },
        { head: 'outcome', cell: ({ outcome }) => oneLine(outcome ?? '') },
      ],
      lines,
    ),
  );
}

function printVerified(verified: VerifiedAudit, { json }: AuditOptions): void {
  const { files, lines, problems, unfinished } = verified;
  if (problems.length > 0) process.exitCode = EXIT.failed;
  if (json) {
    printJson(verified);
    return;
  }
  for (const { file, line, problem } of problems) print(`${file}${line === undefined ? '' : `:${line}`} ${problem}`);
  const whole = `${counted(lines, 'line')} in ${counted(files, 'file')}`;
  note(
    problems.length === 0
      ? `the audit log is intact: ${whole}`
      : `the audit log was changed: ${counted(problems.length, 'problem')} in ${whole}`,
  );
  if (unfinished.length > 0) {
    note(`${counted(unfinished.length, 'call')} have no end: their process was killed, or they still run`);
  }
}
