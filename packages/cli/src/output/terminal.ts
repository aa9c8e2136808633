import pc from 'picocolors';

/** What a command writes for: a person at a terminal, or whatever reads the pipe. */
export const isTerminal = process.stdout.isTTY === true;

const LEAST_WIDTH = 40;
const USUAL_WIDTH = 80;

export const style = pc.createColors(wantsColor(process.env, isTerminal));

/** How many characters fit into a line. */
export function lineWidth(): number {
  const columns = process.stdout.columns || Number(process.env['COLUMNS']) || USUAL_WIDTH;
  return Math.max(LEAST_WIDTH, columns);
}

/** `NO_COLOR` and `FORCE_COLOR` are agreements between programs; the first that is set decides. */
export function wantsColor(env: Readonly<Record<string, string | undefined>>, terminal: boolean): boolean {
  if (env['NO_COLOR']) return false;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
  return terminal && env['TERM'] !== 'dumb';
}

/** The answer of a command: the only thing that goes to stdout. */
export function print(text: string): void {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

/** One JSON value, for scripts. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}

/** What a person should know besides the answer. */
export function note(text: string): void {
  process.stderr.write(`foldout: ${text}\n`);
}

/** The reader of a pipe may have seen enough (`| head`): that is no error. */
export function allowClosedPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
}
