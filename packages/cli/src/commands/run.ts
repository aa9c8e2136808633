import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Words } from '@foldout/core';
import { type CodeError, type CodeLimits, type CodeResult, codeRunner, Sandbox } from '@foldout/workspace';
import { runOnChange } from '../calling/watch-paths.ts';
import { type OpenGateway, withGateway } from '../calling/with-gateway.ts';
import { typed } from '../invocation.ts';
import { CliError, EXIT } from '../output/fail.ts';
import { counted, duration } from '../output/figures.ts';
import { withProgress } from '../output/progress.ts';
import { oneLine, safeLines } from '../output/safe-text.ts';
import { isTerminal, note, print, printJson, style } from '../output/terminal.ts';
import type { CommonOptions } from '../program.ts';
import { CLI_WORDS } from '../words.ts';

interface RunOptions extends CommonOptions {
  readonly check?: boolean;
  readonly yes?: boolean;
  readonly watch?: boolean;
  readonly seconds?: number;
  readonly cpu?: number;
  readonly memory?: number;
  readonly output?: number;
  readonly calls?: number;
}

const MEGABYTE = 1024 * 1024;

/** Runs a script in the sandbox. Exit code 1 if it fails. */
export async function run(options: RunOptions, [file = '-']: readonly string[]): Promise<void> {
  if (options.watch && file === '-') throw new CliError('--watch needs a file: stdin does not change');
  // Before servers are started. Standard input can be read once only.
  const first = await scriptIn(file);
  let isFirst = true;
  const work = async ({ gateway, visible, signal }: OpenGateway): Promise<CodeResult | undefined> => {
    const { functions } = gateway;
    await withProgress('Reading the tools of servers', () =>
      Promise.all([gateway.learnUnknown(), functions?.shelf.load()]),
    );
    await using sandbox = new Sandbox();
    const maxRisk = options.yes ? ('destructive' as const) : ('write' as const);
    const context = { signal, maxRisk, words: wordsOf(file), ...(visible.scope && { scope: visible.scope }) };
    const { engine } = gateway.server;
    const runOnce = async (): Promise<CodeResult> => {
      const code = isFirst ? first : await scriptIn(file);
      isFirst = false;
      return await withProgress(`Running ${file}`, ({ hide }) => {
        const onPrint = (text: string): void => {
          hide();
          process.stdout.write(`${shown(text)}\n`);
        };
        const runner = codeRunner(sandbox, {
          limits: limitsOf(options),
          extrasOf: functions?.extrasOf,
          ...(!options.json && { onPrint }),
        });
        return runner.run(code, { engine, context, check: options.check === true });
      });
    };
    if (!options.watch) return await runOnce();
    await runOnChange([file], signal, async () => {
      process.exitCode = 0;
      try {
        printResult(await runOnce(), file, options.json === true);
      } catch (error) {
        note(error instanceof Error ? error.message : String(error));
      }
      note(`waiting for changes of ${oneLine(file)}; Ctrl-C ends it`);
    });
    return undefined;
  };
  const result = await withGateway(options.config, work, { functions: true });
  if (result) printResult(result, file, options.json === true);
}

/** How to run the script so that it may call a tool of a higher risk. Everything else in a script is said in its own words. */
function wordsOf(file: string): Words {
  return { ...CLI_WORDS, call: () => typed(`run --yes ${file}`) };
}

async function scriptIn(file: string): Promise<string> {
  if (file === '-') return text(process.stdin);
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new CliError(
      `cannot read ${file} (${(error as NodeJS.ErrnoException).code}). Pass the path of a script, or - for stdin`,
    );
  }
}

function limitsOf({ seconds, cpu, memory, output, calls }: RunOptions): Partial<CodeLimits> {
  return {
    ...(seconds !== undefined && { timeMs: seconds * 1_000 }),
    ...(cpu !== undefined && { cpuMs: cpu * 1_000 }),
    ...(memory !== undefined && { memoryBytes: memory * MEGABYTE }),
    ...(output !== undefined && { outputChars: output }),
    ...(calls !== undefined && { calls }),
  };
}

/** Prints the returned value. Output of the script was printed while it ran. */
function printResult(result: CodeResult, file: string, json: boolean): void {
  const { value, calls, durationMs, error } = result;
  if (error) process.exitCode = EXIT.failed;
  if (json) {
    printJson(result);
    return;
  }
  if (value !== undefined && value !== null)
    print(shown(typeof value === 'string' ? value : JSON.stringify(value, null, 2)));
  if (error) note(errorLine(error, file));
  else if (isTerminal) note(style.dim(`${counted(calls.length, 'call')}, ${duration(durationMs)}`));
}

function shown(text: string): string {
  return isTerminal ? safeLines(text) : text;
}

function errorLine({ code, message, suggestion, line, column }: CodeError, file: string): string {
  const place = line === undefined ? file : `${file}:${line}:${column ?? 1}`;
  return oneLine(`${place}: ${code}: ${message.replace(/\.?$/, '.')} ${suggestion}`);
}
