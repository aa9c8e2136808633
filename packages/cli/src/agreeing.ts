import { agreeTo, type UnagreedFile } from '@foldout/gateway/internal/catalog';
import { shellWord } from './invocation.ts';
import { confirmed } from './output/ask.ts';
import { oneLine } from './output/safe-text.ts';
import { style } from './output/terminal.ts';

/** Shows what files of a working folder would run and asks about each. True if the user has agreed to any. */
export async function askToAgree(unagreed: readonly UnagreedFile[]): Promise<boolean> {
  let agreed = false;
  for (const { file, fingerprint, servers } of unagreed) {
    process.stderr.write(`${whatItRuns({ file, fingerprint, servers })}\n`);
    if (!(await confirmed('Start these servers on this machine, now and later, while the file stays as it is?', false)))
      continue;
    await agreeTo(file, fingerprint);
    agreed = true;
  }
  return agreed;
}

/** The commands and addresses of a file, safe for a terminal. */
export function whatItRuns({ file, servers }: UnagreedFile): string {
  const lines = Object.entries(servers).flatMap(([name, { command, args = [], cwd, url, env, headers }]) => [
    `  ${style.bold(oneLine(name))}  ${oneLine(url ?? [command ?? '', ...args].map(shellWord).join(' '))}`,
    ...(cwd === undefined ? [] : [`    in ${oneLine(cwd)}`]),
    ...(env ? [`    environment: ${oneLine(Object.keys(env).join(', '))}`] : []),
    ...(headers ? [`    headers: ${oneLine(Object.keys(headers).join(', '))}`] : []),
  ]);
  return [`${oneLine(file)} was found in the working folder. It runs:`, ...lines].join('\n');
}
