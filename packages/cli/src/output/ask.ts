import { CliError, EXIT } from './fail.ts';
import { oneLine } from './safe-text.ts';

/** Whether a question can be answered: stdin and stderr are a terminal. */
export function canAsk(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** Asks a yes-or-no question. Ctrl-C ends the command. */
export async function confirmed(message: string, initialValue: boolean): Promise<boolean> {
  const { confirm } = await import('@clack/prompts');
  return answered(await confirm({ message, initialValue, ...ON_STDERR }));
}

/** Asks for a text. */
export async function askText(message: string): Promise<string> {
  const { text } = await import('@clack/prompts');
  return answered(await text({ message, ...ON_STDERR })) ?? '';
}

/** Asks for a secret, which is not shown while it is typed. */
export async function askSecret(message: string): Promise<string> {
  const { password } = await import('@clack/prompts');
  return answered(await password({ message, ...ON_STDERR })) ?? '';
}

/** Asks to choose one of several texts. */
export async function askChoice(message: string, choices: readonly string[]): Promise<string> {
  const { select } = await import('@clack/prompts');
  const options = choices.map((value) => ({ value, label: oneLine(value) }));
  return answered(await select({ message, options, ...ON_STDERR }));
}

const ON_STDERR = { output: process.stderr, withGuide: false } as const;

/** The answer. The prompt gives a symbol for Ctrl-C. */
function answered<Answer>(answer: Answer): Exclude<Answer, symbol> {
  if (typeof answer === 'symbol') throw new CliError('interrupted; nothing was changed', EXIT.interrupted);
  return answer as Exclude<Answer, symbol>;
}

/** Reads a line from the terminal without showing it. Empty after Ctrl-C. */
export async function hiddenAnswer(message: string): Promise<string> {
  const { createInterface } = await import('node:readline');
  const { Writable } = await import('node:stream');
  // Readline writes what is typed to its output: this one drops it.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  // After the interface has switched off the echo of the terminal.
  process.stderr.write(`${message}: `);
  try {
    return await new Promise<string>((resolve) => {
      lines.once('line', resolve);
      lines.once('SIGINT', () => resolve(''));
      lines.once('close', () => resolve(''));
    });
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
