import { resolve } from 'node:path';
import { agreedPart, agreeTo, discoverConfig, loadConfig } from '@foldout/gateway/internal/catalog';
import { askToAgree, whatItRuns } from '../agreeing.ts';
import { typed } from '../invocation.ts';
import { canAsk } from '../output/ask.ts';
import { EXIT } from '../output/fail.ts';
import { note, print } from '../output/terminal.ts';

interface AllowOptions {
  readonly yes?: boolean;
}

/** Shows what a configuration of the working folder would run, and remembers that the user agrees to it. */
export async function allow({ yes }: AllowOptions, [file]: readonly string[]): Promise<void> {
  const { unagreed } = file === undefined ? discoverConfig() : agreedPart(loadConfig(file), resolve(file));
  if (unagreed.length === 0) {
    note('every configuration here is agreed to');
    return;
  }
  if (!yes && canAsk()) {
    if (!(await askToAgree(unagreed))) process.exitCode = EXIT.failed;
    return;
  }
  for (const one of unagreed) print(whatItRuns(one));
  if (!yes) {
    note(`nothing was agreed to. To agree: ${typed('allow --yes')}`);
    process.exitCode = EXIT.failed;
    return;
  }
  for (const { file: agreed, fingerprint } of unagreed) await agreeTo(agreed, fingerprint);
  note(`agreed to ${unagreed.map((one) => one.file).join(', ')}`);
}
