import { describe, expect, it } from 'vitest';
import { command, engineWith } from '../../../../test/fixtures/tools.ts';
import type { CallContext, Progress } from '../catalog/call-context.ts';
import { success } from '../result/result.ts';

const handler = (_input: unknown, { reportProgress }: CallContext) => {
  for (const progress of [0, 1, 2]) reportProgress({ progress, total: 2, message: `part ${progress}` });
  reportProgress({ progress: 1, total: 2 });
  return success('done');
};
const counting = (_input: unknown, { reportProgress }: CallContext) => {
  for (const progress of [10, 20]) reportProgress({ progress });
  return success('done');
};
const engine = engineWith([command('work', { handler }), command('count', { handler: counting })]);
const commands = [{ command: 'work' }, { command: 'count' }, { command: 'work' }];

describe.each([
  ['a batch', (context: Partial<CallContext>) => engine.batch({ commands }, context)],
  [
    'a parallel batch',
    (context: Partial<CallContext>) => engine.batch({ commands, options: { parallelism: 3 } }, context),
  ],
  ['a pipe', (context: Partial<CallContext>) => engine.pipe({ steps: commands }, context)],
])('the progress of %s', (_what, run) => {
  it('increases from command to command', async () => {
    const seen: Progress[] = [];
    await run({ reportProgress: (progress) => seen.push(progress) });
    const values = seen.map(({ progress }) => progress);
    expect(values).toEqual([...new Set(values)].sort((a, b) => a - b));
    expect(values.length).toBeGreaterThan(4);
    expect(values.at(-1)).toBeGreaterThan(2);
    expect(values.at(-1)).toBeLessThan(3);
    expect(seen[0]).toMatchObject({ total: 3, message: 'part 1' });
  });
});
