import { type FoundDaemon, findDaemons } from '@foldout/gateway/internal/daemon';
import { typed } from '../invocation.ts';
import { EXIT } from '../output/fail.ts';
import { counted } from '../output/figures.ts';
import { oneLine } from '../output/safe-text.ts';
import { note, print, printJson } from '../output/terminal.ts';
import type { CommonOptions } from '../program.ts';
import { stateFolderFor } from '../sharing/state-folder.ts';

/** `foldout status`: the background gateways of this user. */
export async function status(options: CommonOptions): Promise<void> {
  const daemons = await findDaemons(stateFolderFor(options));
  if (daemons.length === 0) process.exitCode = EXIT.failed;
  if (options.json) {
    printJson(daemons.map(({ facts: { token: _secret, ...facts }, status: now }) => ({ ...facts, ...now })));
    return;
  }
  if (daemons.length === 0) {
    note(`no background gateway is running. A client starts one when it runs: ${typed('serve')}`);
    return;
  }
  print(daemons.map(describe).join('\n\n'));
}

function describe({ facts, status: now }: FoundDaemon): string {
  const { pid, version, config, startedAt } = facts;
  const head = `background gateway, pid ${pid}, version ${version}, started ${new Date(startedAt).toLocaleString()}`;
  const lines = [head, `  configuration  ${oneLine(config)}`];
  if (!now) return [...lines, `  it does not answer. Stop it: ${typed('stop')}`].join('\n');
  const running = now.servers.filter(({ pid: server }) => server !== undefined);
  const names = running.map(({ name, pid: server }) => `${name} (pid ${server})`).join(', ');
  lines.push(
    `  memory         ${now.memoryMb} MB, without its servers`,
    `  servers        ${running.length} of ${now.servers.length} running${names && `: ${names}`}`,
    `  clients        ${counted(now.clients.length, 'client')}`,
  );
  for (const { pid: client, folder, profile } of now.clients) {
    lines.push(
      `                 pid ${client} in ${oneLine(folder ?? '?')}${profile ? `, profile ${oneLine(profile)}` : ''}`,
    );
  }
  return lines.join('\n');
}
