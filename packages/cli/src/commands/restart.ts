import { findDaemons } from '@foldout/gateway/internal/daemon';
import { typed } from '../invocation.ts';
import { CliError, EXIT } from '../output/fail.ts';
import { note } from '../output/terminal.ts';
import type { CommonOptions } from '../program.ts';
import { joinBackground } from '../sharing/join-background.ts';
import { stateFolderFor } from '../sharing/state-folder.ts';
import { stopGateways } from '../sharing/stop-gateways.ts';

/** `foldout restart`: replaces the background gateways of this user. */
export async function restart(options: CommonOptions): Promise<void> {
  const daemons = await findDaemons(stateFolderFor(options));
  if (daemons.length === 0) {
    throw new CliError(`no background gateway is running. A client starts one: ${typed('serve')}`, EXIT.failed);
  }
  await stopGateways(daemons);
  for (const { facts } of daemons) {
    const { socket, welcome } = await joinBackground(facts.config, facts.options, { want: 'status' });
    socket.destroy();
    note(`started again, pid ${welcome.status?.pid}. Connect your clients again.`);
  }
}
