import type { Gateway } from '@foldout/gateway';
import type { ApprovableDefinition } from '@foldout/gateway/internal';
import { withGateway } from '../calling/with-gateway.ts';
import { unknownServer } from '../catalog/look-up.ts';
import { typed } from '../invocation.ts';
import { canAsk, confirmed } from '../output/ask.ts';
import { CliError, EXIT } from '../output/fail.ts';
import { counted } from '../output/figures.ts';
import { oneLine } from '../output/safe-text.ts';
import { table } from '../output/table.ts';
import { isTerminal, note, print, printJson, style } from '../output/terminal.ts';
import { textDiff } from '../output/text-diff.ts';
import type { CommonOptions } from '../program.ts';
import { userName } from '../user-name.ts';

interface ApproveOptions extends CommonOptions {
  readonly all?: boolean;
  readonly yes?: boolean;
}

/** A definition that waits for approval. */
interface Waiting {
  readonly tool: string;
  readonly verdict: string;
  readonly withheld: boolean;
  readonly changes: readonly string[];
  readonly definition: ApprovableDefinition;
  /** The text that was approved, if it was kept. */
  readonly approved: string | undefined;
}

/** Shows what is new or changed since its approval, or approves it as it is shown. */
export async function approve(options: ApproveOptions, [address]: readonly string[]): Promise<void> {
  await withGateway(options.config, async ({ gateway }) => {
    const [server, ...rest] = address?.split('/') ?? [];
    const name = rest.length > 0 ? rest.join('/') : undefined;
    const upstreams =
      server === undefined ? gateway.upstreams : gateway.upstreams.filter((upstream) => upstream.name === server);
    if (upstreams.length === 0) throw unknownServer(server ?? '', gateway.upstreams);
    const found = await Promise.all(upstreams.map((upstream) => waitingOf(gateway, upstream.name, name)));
    const waiting = found.flat();
    const wanted = address !== undefined || options.all === true;
    const approves = wanted && waiting.length > 0 && (await isConfirmed(waiting, options));
    if (approves) await approveShown(gateway, waiting);
    if (options.json) printJson(asJson(waiting, approves));
    else report(waiting, { wanted, approves });
    if (!approves && waiting.length > 0) process.exitCode = EXIT.failed;
  });
}

async function waitingOf(gateway: Gateway, server: string, name: string | undefined): Promise<Waiting[]> {
  const trusted = await gateway.compareWithApprovals(server);
  if (!trusted) return [];
  if (name !== undefined && !trusted.definition(name)) {
    throw new CliError(`'${server}' has no tool '${oneLine(name)}'. To list its tools: ${typed(`list ${server}`)}`);
  }
  const waiting: Waiting[] = [];
  for (const [found, { verdict, withheld, changes }] of trusted.findings) {
    const definition = trusted.definition(found);
    if (!definition || (name !== undefined && found !== name) || (verdict !== 'changed' && !withheld)) continue;
    const approved = await trusted.approvedText(found);
    waiting.push({ tool: `${server}/${found}`, verdict, withheld, changes, definition, approved });
  }
  return waiting;
}

/** Shows every difference in full. On a terminal, it also asks: what was shown may not be what the user expects. */
async function isConfirmed(waiting: readonly Waiting[], { json, yes }: ApproveOptions): Promise<boolean> {
  if (json) return true;
  for (const one of waiting) print(differenceIn(one));
  if (yes || !canAsk()) return true;
  return confirmed(`Approve ${counted(waiting.length, 'definition')} as shown?`, false);
}

function differenceIn({ tool, verdict, definition, approved }: Waiting): string {
  const [title, now] = [oneLine(tool), definition.text()];
  if (verdict !== 'changed') return `${textDiff(`${title} (new)`, '', now)}\n`;
  if (approved === undefined) return `${textDiff(`${title} (changed; the approved text was not kept)`, '', now)}\n`;
  return `${textDiff(`${title} (changed)`, approved, now)}\n`;
}

/** Approves the definitions that were shown, also if a server sends others meanwhile. */
async function approveShown(gateway: Gateway, waiting: readonly Waiting[]): Promise<void> {
  for (const server of new Set(waiting.map(({ definition }) => definition.server))) {
    const shown = waiting.flatMap(({ definition }) => (definition.server === server ? [definition] : []));
    const byName = new Map(shown.map((definition) => [definition.name, definition]));
    await gateway.trustOf(server)?.approve(userName(), [...byName.keys()], byName);
  }
}

function asJson(waiting: readonly Waiting[], approves: boolean) {
  const shown = waiting.map(({ tool, verdict, withheld, changes, definition, approved }) => {
    return { tool, verdict, withheld, changes, hash: definition.fingerprint, definition: definition.text(), approved };
  });
  return { waiting: shown, approved: approves ? waiting.map(({ tool }) => tool) : [] };
}

function report(waiting: readonly Waiting[], { wanted, approves }: { wanted: boolean; approves: boolean }): void {
  if (waiting.length === 0) note('no tool waits for approval');
  else if (approves) note(`approved: ${counted(waiting.length, 'definition')}`);
  else if (wanted) note('nothing was approved');
  else listWaiting(waiting);
}

function listWaiting(waiting: readonly Waiting[]): void {
  print(
    table<Waiting>(
      [
        { head: 'tool', cell: ({ tool }) => oneLine(tool), color: style.bold },
        { head: 'verdict', cell: ({ verdict }) => verdict, color: style.yellow },
        { head: 'withheld', cell: ({ withheld }) => (withheld ? 'yes' : 'no') },
        { head: 'change', cell: ({ changes }) => changes.join('; ') || 'new', fills: true },
      ],
      waiting,
    ),
  );
  if (isTerminal) print('');
  note(`to see the differences and approve: ${typed('approve <server>')}, ${typed('approve <server/tool>')} or --all`);
}
