import { findDaemons } from '@foldout/gateway/internal/daemon';
import { EXIT } from '../output/fail.ts';
import { counted } from '../output/figures.ts';
import { note } from '../output/terminal.ts';
import type { CommonOptions } from '../program.ts';
import { stateFolderFor } from '../sharing/state-folder.ts';
import { stopGateways } from '../sharing/stop-gateways.ts';

/** `foldout stop`: ends the background gateways of this user. */
export async function stop(options: CommonOptions): Promise<void> {
  const daemons = await findDaemons(stateFolderFor(options));
  const left = await stopGateways(daemons);
  if (daemons.length === 0) note('no background gateway is running.');
  else note(`stopped ${counted(daemons.length - left.length, 'background gateway')}.`);
  for (const { facts } of left) note(`pid ${facts.pid} does not end. End it: kill -9 ${facts.pid}`);
  if (left.length > 0) process.exitCode = EXIT.failed;
}
