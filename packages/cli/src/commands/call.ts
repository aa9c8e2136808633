import type { CommandError, CommandResult, Tool } from '@foldout/core';
import { LocalCaller } from '@foldout/gateway/internal';
import { answerText, nativeAnswer } from '../calling/answer.ts';
import { elicitOnTerminal } from '../calling/elicit.ts';
import { openTool } from '../calling/open-tool.ts';
import { inputFrom } from '../calling/parse-input.ts';
import { withGateway } from '../calling/with-gateway.ts';
import { canAsk, confirmed } from '../output/ask.ts';
import { CliError, EXIT } from '../output/fail.ts';
import { withProgress } from '../output/progress.ts';
import { oneLine } from '../output/safe-text.ts';
import { note, print, printJson } from '../output/terminal.ts';
import type { CommonOptions } from '../program.ts';
import { CLI_WORDS } from '../words.ts';

interface CallOptions extends CommonOptions {
  readonly yes?: boolean;
  readonly save?: string;
}

/** Calls one tool. Exit code 1 if the tool returns an error. */
export async function call(options: CallOptions, [address = '', ...args]: readonly string[]): Promise<void> {
  await withGateway(options.config, async (open) => {
    const { tool } = await withProgress('Looking for the tool', () => openTool(open, address));
    const input = await inputFrom(args, tool);
    if (!options.yes) await confirmDestructive(tool);
    const { engine } = open.gateway.server;
    const context = { signal: open.signal, words: CLI_WORDS, ...(open.visible.scope && { scope: open.visible.scope }) };
    const result = await withProgress(`Calling ${tool.id}`, (progress) => {
      const caller = new LocalCaller((params) => {
        progress.hide();
        return elicitOnTerminal(params);
      });
      return engine.call({ command: tool.id, input }, { ...context, ...(canAsk() && { protocol: caller }) });
    });
    await printResult(result, options);
  });
}

async function confirmDestructive(tool: Tool): Promise<void> {
  if (!tool.destructive) return;
  const id = oneLine(tool.id);
  if (!canAsk()) throw new CliError(`'${id}' is destructive and was not called. To call it, add --yes`);
  const question = `${id} is destructive (${oneLine(tool.summary)}). Call it?`;
  if (!(await confirmed(question, false))) throw new CliError(`'${id}' was not called`, EXIT.failed);
}

async function printResult(result: CommandResult, { json, save }: CallOptions): Promise<void> {
  const answer = nativeAnswer(result);
  for (const warning of result.warnings ?? []) note(oneLine(warning));
  if (!result.success) process.exitCode = exitCodeOf(result.error);
  if (json) return printJson(answer ?? { error: result.error });
  if (result.success) {
    print(answer ? await answerText(answer, save) : JSON.stringify(result.data, null, 2));
    return;
  }
  const { message, suggestion } = result.error;
  const said = /[.!?]$/.test(message) ? message : `${message}.`;
  note(answer ? oneLine(message) : `${oneLine(said)} ${oneLine(suggestion)}`);
}

const EXIT_CODES: Readonly<Record<string, number>> = {
  UPSTREAM_UNAVAILABLE: EXIT.unavailable,
  VALIDATION_ERROR: EXIT.usage,
  COMMAND_NOT_FOUND: EXIT.usage,
};

function exitCodeOf({ code }: CommandError): number {
  return Object.hasOwn(EXIT_CODES, code) ? (EXIT_CODES[code] ?? EXIT.failed) : EXIT.failed;
}
