import { Gate, type PolicyConfig } from '@foldout/core/internal';
import { createMcpServer } from '@foldout/server';
import type { Benchmark } from '../benchmark.ts';
import { type SyntheticCommand, syntheticCommands, toFoldout } from '../commands.ts';
import { type Connection, connectInMemory, INFO } from '../connections.ts';
import { measure } from '../measure.ts';
import { type Row, row, say } from '../report.ts';
import { judgeRows, type Target } from '../targets.ts';
import { medianOf, timingRows } from '../timing-rows.ts';

const RULES = 500;
const COMMANDS = 200;
const TARGETS: readonly Target[] = [
  {
    what: `${RULES} rules cost the median call less than 5%`,
    applies: ({ metric, subject }) => metric === 'ratio' && subject === 'rules/no-policy',
    met: (value) => value < 1.05,
  },
];

/**
 * The rules of a careful operator: most are about other tools or other principals. A tenth concern the called tool, with
 * conditions on its arguments and on the time that do not hold, so that every one of them is evaluated on every call.
 */
function policyFor({ name }: SyntheticCommand): PolicyConfig {
  const rules = Array.from({ length: RULES }, (_, i): NonNullable<PolicyConfig['rules']>[number] => {
    if (i % 20 === 0) return { tools: `bench/${name}`, arguments: { path: { startsWith: `/no/${i}` } }, then: 'deny' };
    if (i % 20 === 10) return { tools: '*/*', time: { from: '00:00', to: '00:00' }, then: 'deny' };
    if (i % 2 === 0) return { tools: `server-${i}/*_delete`, risk: 'destructive', then: 'ask' };
    return { principals: `team-${i}-*`, servers: '*', then: 'deny' };
  });
  return { preset: 'open', rules };
}

/** The same call of one command, over MCP in memory, with and without a policy. */
export const policy: Benchmark = {
  options: {},
  async run(args) {
    const commands = syntheticCommands(COMMANDS);
    const called = commands[COMMANDS / 2] as SyntheticCommand;
    const gates = {
      'no-policy': undefined,
      'gate-without-policy': new Gate(),
      rules: new Gate({ policy: policyFor(called) }),
    };
    const connections = new Map<string, Connection>();
    for (const [subject, gate] of Object.entries(gates)) {
      const server = createMcpServer({
        ...INFO,
        commands: toFoldout(commands),
        toolStrategy: 'lazy',
        log: () => {},
        ...(gate && { gate }),
      });
      connections.set(subject, await connectInMemory(server, 'modern'));
    }
    say(`afd-call with ${RULES} rules and without …`);
    const params = { name: 'afd-call', arguments: { command: called.name, input: called.sample } };
    const timings = await measure(
      [...connections].map(([name, { client }]) => ({ name, run: () => client.callTool(params) })),
      args.pick({ full: { rounds: 12_000, budgetMs: 30_000 }, quick: { rounds: 4_000, budgetMs: 10_000 } }),
    );
    for (const connection of connections.values()) await connection[Symbol.asyncDispose]();
    const name = `${RULES}-rules/afd-call`;
    const ratio = (subject: string): Row =>
      row(name, 'ratio', `${subject}/no-policy`, medianOf(timings, subject) / medianOf(timings, 'no-policy'), 'x');
    return { rows: [...timingRows(name, timings), ratio('gate-without-policy'), ratio('rules')] };
  },
  judge: (rows) => judgeRows(rows, TARGETS),
  ratios: [{ metric: 'ratio', better: 'lower', tolerance: 0.1 }],
};
