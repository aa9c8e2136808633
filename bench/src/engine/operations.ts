import type { SyntheticCommand } from '../commands.ts';
import { type Connection, connectBare, connectFoldout } from '../connections.ts';
import { measure } from '../measure.ts';
import { type Row, row } from '../report.ts';
import { medianOf, ratioRow, timingRows } from '../timing-rows.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** The meta-tools on a `lazy` server, each compared with a tool call on the bare server. */
export async function operationRows(commands: readonly SyntheticCommand[], bareListMs: number): Promise<Row[]> {
  const target = commands[Math.floor(commands.length / 2)] as SyntheticCommand;
  const discoveries: [string, string, Arguments][] = [
    ['afd-discover/category', 'afd-discover', { category: target.category }],
    ['afd-discover/search', 'afd-discover', { search: target.request }],
    ['afd-detail', 'afd-detail', { command: target.name }],
  ];
  const rows: Row[] = [];
  for (const era of ['modern', 'legacy'] as const) {
    await using foldout = await connectFoldout(commands, 'lazy', era);
    await using bare = await connectBare(commands, era);
    if (era === 'modern') {
      for (const [name, tool, input] of discoveries) {
        const id = `${commands.length}/${name}`;
        rows.push(...(await discoveryRows(id, foldout, bare, { tool, input, target }, bareListMs)));
      }
    }
    rows.push(...(await callRows(`${commands.length}/afd-call/${era}`, foldout, bare, target)));
  }
  return rows;
}

interface Discovery {
  readonly tool: string;
  readonly input: Arguments;
  readonly target: SyntheticCommand;
}

/**
 * Discovery has no counterpart on a bare server, so it is compared with two operations: a tool call, which shows the
 * cost of transport and protocol, and `tools/list`, which discovery replaces. `tools/list` is timed separately
 * (`bareListMs`): between the other subjects, the garbage collection that it causes would slow them.
 */
async function discoveryRows(
  name: string,
  foldout: Connection,
  bare: Connection,
  { tool, input, target }: Discovery,
  bareListMs: number,
): Promise<Row[]> {
  const timings = await measure([
    { name: 'foldout', run: await checkedCall(foldout, tool, input) },
    { name: 'bare-sdk', run: await checkedCall(bare, target.name, target.sample) },
  ]);
  const ours = medianOf(timings, 'foldout');
  return [
    ...timingRows(name, timings),
    row(name, 'ms', 'bare-sdk-list', bareListMs, 'ms'),
    ratioRow(name, ours, 'bare-sdk', medianOf(timings, 'bare-sdk')),
    ratioRow(name, ours, 'bare-sdk-list', bareListMs),
  ];
}

async function callRows(name: string, foldout: Connection, bare: Connection, target: SyntheticCommand): Promise<Row[]> {
  const timings = await measure([
    { name: 'foldout', run: await checkedCall(foldout, 'afd-call', { command: target.name, input: target.sample }) },
    { name: 'bare-sdk', run: await checkedCall(bare, target.name, target.sample) },
  ]);
  const ratio = ratioRow(name, medianOf(timings, 'foldout'), 'bare-sdk', medianOf(timings, 'bare-sdk'));
  return [...timingRows(name, timings), ratio];
}

/** A call to be timed. It is made once first, because the time of a failing call means nothing. */
async function checkedCall({ client }: Connection, name: string, input: Arguments): Promise<() => Promise<unknown>> {
  const call = () => client.callTool({ name, arguments: { ...input } });
  const { isError, content } = await call();
  if (isError) throw new Error(`'${name}' answered with an error: ${JSON.stringify(content)}`);
  return call;
}
