import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  defaultStateFolder,
  FunctionShelf,
  openState,
  type SavedFunction,
  ShelfError,
  sourceHash,
} from '@foldout/gateway/internal';
import { readFunction, writeFunctions } from '@foldout/workspace';
import { withGateway } from '../calling/with-gateway.ts';
import { chooseConfigWithNotes } from '../find-config.ts';
import { typed } from '../invocation.ts';
import { canAsk, confirmed } from '../output/ask.ts';
import { CliError, EXIT } from '../output/fail.ts';
import { counted } from '../output/figures.ts';
import { oneLine, safeLines } from '../output/safe-text.ts';
import { table } from '../output/table.ts';
import { isTerminal, note, print, printJson, style } from '../output/terminal.ts';
import type { CommonOptions } from '../program.ts';
import { userName } from '../user-name.ts';

interface FunctionsOptions extends CommonOptions {
  readonly yes?: boolean;
}

const LOCAL = 'local';
const ROOT = 'workspace';
const ACTIONS = 'list, show, save, test, share, remove and export';

/** `foldout functions [list | show | save | test | share | remove | export]`: the functions that agents and people have saved. */
export async function functions(
  options: FunctionsOptions,
  [action = 'list', target]: readonly string[],
): Promise<void> {
  if (action === 'save') return callInGateway(options, 'functions/save_function', { source: await sourceIn(target) });
  await withShelf(options, async (shelf) => {
    if (action === 'list') return list(shelf, options);
    if (action === 'export') return exportAll(shelf, target ?? ROOT);
    if (target === undefined) throw new CliError(`Name the function: ${typed(`functions ${action} <name>`)}`);
    if (action === 'share') return share(shelf, target, options);
    if (action === 'remove') {
      await shelf.remove(target);
      return note(`removed ${oneLine(target)}`);
    }
    const found = shelf.all().find(({ record }) => record.name === target)?.latest;
    if (!found)
      throw new CliError(`There is no function '${oneLine(target)}'. See: ${typed('functions')}`, EXIT.failed);
    if (action === 'show') return show(found, options);
    if (action === 'test') return callInGateway(options, `functions/${target}`, found.test);
    throw new CliError(`There is no action '${oneLine(action)}'. Use ${ACTIONS}.`);
  });
}

async function withShelf(
  options: FunctionsOptions,
  work: (shelf: FunctionShelf) => Promise<void> | void,
): Promise<void> {
  const { config } = (await chooseConfigWithNotes(options.config)).loaded;
  const state = await openState(config.database, config.stateFolder ?? defaultStateFolder());
  try {
    const shelf = new FunctionShelf({ documents: state.documents, read: readFunction });
    await shelf.load();
    await work(shelf);
  } catch (error) {
    if (error instanceof ShelfError) throw new CliError(error.message, EXIT.failed);
    throw error;
  } finally {
    await state.close();
  }
}

function list(shelf: FunctionShelf, { json }: FunctionsOptions): void {
  const saved = shelf.all().map(({ latest, shared }) => ({ ...latest, shared: shared?.version }));
  if (json) {
    printJson(
      saved.map(({ name, owner, version, shared, description, savedAt, inputSchema, outputSchema, test }) => {
        return { name, owner, version, shared, description, savedAt, inputSchema, outputSchema, test };
      }),
    );
    return;
  }
  if (saved.length === 0) {
    note(`no function is saved. Save one: ${typed('functions save <file>')}`);
    return;
  }
  print(
    table<(typeof saved)[number]>(
      [
        { head: 'function', cell: ({ name }) => name, color: style.bold },
        { head: 'version', cell: ({ version }) => String(version) },
        { head: 'shared', cell: ({ shared }) => (shared === undefined ? 'no' : `version ${shared}`) },
        { head: 'owner', cell: ({ owner }) => oneLine(owner) },
        { head: 'what it does', cell: ({ description }) => oneLine(description) },
      ],
      saved,
    ),
  );
}

function show({ code, ...about }: SavedFunction, { json }: FunctionsOptions): void {
  if (json) printJson({ ...about, source: code });
  else print(isTerminal ? safeLines(code) : code);
}

/** Shares what it has shown, also if the owner saves another version meanwhile. */
async function share(shelf: FunctionShelf, name: string, { yes }: FunctionsOptions): Promise<void> {
  const latest = shelf.all().find(({ record }) => record.name === name)?.latest;
  if (!latest) throw new CliError(`There is no function '${oneLine(name)}'. See: ${typed('functions')}`, EXIT.failed);
  if (!yes && canAsk()) {
    note(safeLines(latest.code));
    if (!(await confirmed(`Let everyone use version ${latest.version} as shown?`, false))) return;
  }
  const { version, code } = latest;
  await shelf.review(name, { version, hash: sourceHash(code), by: userName() });
  note(`everyone who uses this gateway may now use version ${version} of ${oneLine(name)}`);
}

async function exportAll(shelf: FunctionShelf, root: string): Promise<void> {
  const saved = shelf.visibleTo(LOCAL);
  const folder = resolve(root);
  await writeFunctions(saved, folder);
  note(`wrote ${counted(saved.length, 'function')} to ${resolve(folder, 'functions')}`);
}

/** Calls a tool of saved functions as every other call: through the policy, and with the types of all tools. */
async function callInGateway({ config, json, yes }: FunctionsOptions, command: string, input: object): Promise<void> {
  const result = await withGateway(
    config,
    async ({ gateway, signal }) => {
      await Promise.all([gateway.learnUnknown(), gateway.functions?.shelf.load()]);
      const maxRisk = yes ? 'destructive' : 'write';
      return gateway.server.engine.call({ command, input: { ...input } }, { signal, maxRisk });
    },
    { functions: true },
  );
  if (json) printJson(result);
  else if (result.success) print(JSON.stringify(result.data, null, 2));
  for (const warning of result.warnings ?? []) note(warning);
  if (!result.success) {
    process.exitCode = EXIT.failed;
    if (!json) note(safeLines(`${result.error.code}: ${result.error.message} ${result.error.suggestion}`));
  }
}

async function sourceIn(file: string | undefined): Promise<string> {
  if (file === undefined) throw new CliError(`Name the file: ${typed('functions save <file>')}`);
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new CliError(
      `cannot read ${file} (${(error as NodeJS.ErrnoException).code}). Pass the path of a TypeScript file`,
    );
  }
}
