import { userInfo } from 'node:os';
import type { Gateway } from '@foldout/gateway';
import { withGateway } from '../calling/with-gateway.ts';
import { unknownServer } from '../catalog/look-up.ts';
import { typed } from '../invocation.ts';
import { CliError, EXIT } from '../output/fail.ts';
import { counted } from '../output/figures.ts';
import { oneLine } from '../output/safe-text.ts';
import { table } from '../output/table.ts';
import { isTerminal, note, print, printJson, style } from '../output/terminal.ts';
import type { CommonOptions } from '../program.ts';

interface ApproveOptions extends CommonOptions {
  readonly all?: boolean;
}

/** A tool that waits for approval. */
interface Waiting {
  readonly tool: string;
  readonly verdict: string;
  readonly withheld: boolean;
  readonly changes: readonly string[];
}

/** Shows tools that are new or changed since their approval, or approves their current definitions. */
export async function approve(options: ApproveOptions, [address]: readonly string[]): Promise<void> {
  await withGateway(options.config, async ({ gateway }) => {
    const [server, ...rest] = address?.split('/') ?? [];
    const tool = rest.length > 0 ? rest.join('/') : undefined;
    const upstreams =
      server === undefined ? gateway.upstreams : gateway.upstreams.filter(({ name }) => name === server);
    if (upstreams.length === 0) throw unknownServer(server ?? '', gateway.upstreams);
    const approves = address !== undefined || options.all === true;
    const waiting: Waiting[] = [];
    for (const { name } of upstreams) {
      const found = await waitingOf(gateway, name, tool);
      const names = found.map(({ tool: id }) => id.slice(name.length + 1));
      if (approves && names.length > 0) await gateway.trustOf(name)?.approve(userName(), names);
      waiting.push(...found);
    }
    if (options.json) printJson({ waiting, approved: approves ? waiting.map(({ tool: id }) => id) : [] });
    else printWaiting(waiting, approves);
    if (!approves && waiting.length > 0) process.exitCode = EXIT.failed;
  });
}

async function waitingOf(gateway: Gateway, server: string, tool: string | undefined): Promise<Waiting[]> {
  const trusted = gateway.trustOf(server);
  const tools = gateway.server.engine.catalog.entries().map((entry) => entry.tool);
  const own = tools.filter((candidate) => candidate.server === server);
  if (tool !== undefined && !own.some(({ name }) => name === tool)) {
    throw new CliError(`'${server}' has no tool '${oneLine(tool)}'. To list its tools: ${typed(`list ${server}`)}`);
  }
  await trusted?.judge(own);
  return [...(trusted?.findings ?? [])]
    .filter(
      ([name, { verdict, withheld }]) => (tool === undefined || name === tool) && (verdict === 'changed' || withheld),
    )
    .map(([name, { verdict, withheld, changes }]) => ({ tool: `${server}/${name}`, verdict, withheld, changes }));
}

function printWaiting(waiting: readonly Waiting[], approved: boolean): void {
  if (waiting.length === 0) {
    note('no tool waits for approval');
    return;
  }
  print(
    table<Waiting>(
      [
        { head: 'tool', cell: ({ tool }) => oneLine(tool), color: style.bold },
        { head: 'verdict', cell: ({ verdict }) => verdict, color: style.yellow },
        { head: 'withheld', cell: ({ withheld }) => (withheld ? 'yes' : 'no') },
        { head: 'change', cell: ({ changes }) => changes.join('; ') || 'new tool', fills: true },
      ],
      waiting,
    ),
  );
  if (isTerminal) print('');
  if (approved) note(`approved: ${counted(waiting.length, 'tool')}`);
  else note(`review each tool: ${typed('show <tool>')}. To approve: ${typed('approve <server/tool>')}, or --all`);
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'command line';
  }
}
