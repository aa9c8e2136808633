import { userInfo } from 'node:os';
import type { Gateway } from '@foldout/gateway';
import { withGateway } from '../calling/with-gateway.ts';
import { typed } from '../invocation.ts';
import { CliError, EXIT } from '../output/fail.ts';
import { counted } from '../output/figures.ts';
import { oneLine } from '../output/safe-text.ts';
import { table } from '../output/table.ts';
import { isTerminal, note, print, printJson, style } from '../output/terminal.ts';

export interface ApproveOptions {
  readonly config?: string;
  readonly all?: boolean;
  readonly json?: boolean;
}

interface Waiting {
  readonly tool: string;
  readonly verdict: string;
  readonly withheld: boolean;
  readonly changes: readonly string[];
}

/** Shows tools that are not as they were approved, or approves them as they are now. */
export async function approve(options: ApproveOptions, [address]: readonly string[]): Promise<void> {
  await withGateway(options.config, async ({ gateway }) => {
    const [server, ...rest] = address?.split('/') ?? [];
    const tool = rest.length > 0 ? rest.join('/') : undefined;
    const upstreams =
      server === undefined ? gateway.upstreams : gateway.upstreams.filter(({ name }) => name === server);
    if (upstreams.length === 0) {
      throw new CliError(
        `there is no server '${oneLine(server ?? '')}': the servers are ${gateway.upstreams.map(({ name }) => name).join(', ')}`,
      );
    }
    const waiting: Waiting[] = [];
    for (const { name } of upstreams) waiting.push(...(await waitingOf(gateway, name, tool)));
    const names = new Set(waiting.map((one) => one.tool));
    const approves = address !== undefined || options.all === true;
    const approved = approves ? await approveAll(gateway, [...names]) : [];
    if (options.json) printJson({ waiting, approved });
    else tell(waiting, approves);
    if (!approves && waiting.length > 0) process.exitCode = EXIT.failed;
  });
}

async function waitingOf(gateway: Gateway, server: string, tool: string | undefined): Promise<Waiting[]> {
  const trusted = gateway.trustOf(server);
  const tools = gateway.server.engine.catalog.entries().map((entry) => entry.tool);
  const own = tools.filter((one) => one.server === server);
  if (tool !== undefined && !own.some(({ name }) => name === tool)) {
    throw new CliError(`'${server}' has no tool '${oneLine(tool)}': see ${typed(`list ${server}`)}`);
  }
  await trusted?.judge(own);
  return [...(trusted?.findings ?? [])]
    .filter(
      ([name, { verdict, withheld }]) => (tool === undefined || name === tool) && (verdict === 'changed' || withheld),
    )
    .map(([name, { verdict, withheld, changes }]) => ({ tool: `${server}/${name}`, verdict, withheld, changes }));
}

async function approveAll(gateway: Gateway, ids: readonly string[]): Promise<string[]> {
  const byServer = new Map<string, string[]>();
  for (const id of ids) {
    const at = id.indexOf('/');
    byServer.set(id.slice(0, at), [...(byServer.get(id.slice(0, at)) ?? []), id.slice(at + 1)]);
  }
  for (const [server, names] of byServer) await gateway.trustOf(server)?.approve(userName(), names);
  return [...ids];
}

function tell(waiting: readonly Waiting[], approved: boolean): void {
  if (waiting.length === 0) {
    note('every tool is as it was approved');
    return;
  }
  print(
    table<Waiting>(
      [
        { head: 'tool', cell: ({ tool }) => oneLine(tool), color: style.bold },
        { head: 'verdict', cell: ({ verdict }) => verdict, color: style.yellow },
        { head: 'withheld', cell: ({ withheld }) => (withheld ? 'yes' : 'no') },
        { head: 'what is different', cell: ({ changes }) => changes.join('; ') || 'it is new', fills: true },
      ],
      waiting,
    ),
  );
  if (isTerminal) print('');
  if (approved) note(`approved: ${counted(waiting.length, 'tool')}`);
  else note(`look at them (${typed('show <tool>')}), then approve them: ${typed('approve <server/tool>')}, or --all`);
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'command line';
  }
}
