import pc from 'picocolors';

/** Whether stdout is a terminal, and not a pipe or a file. */
export const isTerminal = process.stdout.isTTY === true;

const LEAST_WIDTH = 40;
const USUAL_WIDTH = 80;

export const style = pc.createColors(wantsColor(process.env, isTerminal));

/** Characters that fit into a line. */
export function lineWidth(): number {
  return Math.max(LEAST_WIDTH, process.stdout.columns || columnsInEnvironment() || USUAL_WIDTH);
}

let columns: number | undefined;

function columnsInEnvironment(): number {
  if (columns !== undefined) return columns;
  const text = process.env['COLUMNS'] ?? '';
  columns = Number(text);
  if (Number.isNaN(columns)) {
    note(
      `COLUMNS is ${JSON.stringify(text.slice(0, 80))}, which is not a number. Lines have ${USUAL_WIDTH} characters.`,
    );
    columns = 0;
  }
  return columns;
}

/** `NO_COLOR` comes before `FORCE_COLOR`; both are conventions that many programs follow. */
function wantsColor(env: Readonly<Record<string, string | undefined>>, terminal: boolean): boolean {
  if (env['NO_COLOR']) return false;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined && forced !== '') return forced !== '0' && forced.toLowerCase() !== 'false';
  return terminal && env['TERM'] !== 'dumb';
}

/** Prints the result of a command. Nothing else goes to stdout. */
export function print(text: string): void {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}

/** Prints a note for the user to stderr. */
export function note(text: string): void {
  process.stderr.write(`foldout: ${text}\n`);
}

/** Exits quietly when the reader closes the pipe, as `head` does. */
export function allowClosedPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
}
