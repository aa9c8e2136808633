import { describe, expect, it } from 'vitest';
import { dataOf, engineWith, errorOf, FixedSource, tool } from '../../../../test/fixtures/tools.ts';
import type { Availability } from '../catalog/source.ts';

class UpstreamLike extends FixedSource {
  state: Availability = { state: 'cold' };
  availability(): Availability {
    return this.state;
  }
}

const TODO = 'Run foldout auth git.';
const setUp = (over = {}) => {
  const source = new UpstreamLike('git', [tool('push_branch', { type: 'object' }, { server: 'git', ...over })]);
  return { source, engine: engineWith([], { sources: [source] }) };
};

describe('the state of a tool whose server may not run', () => {
  it('is part of listings, searches and details', async () => {
    const { engine } = setUp();
    const listed = dataOf(await engine.discover());
    const found = await engine.find({ query: 'push a branch' });
    const detail = dataOf(engine.detail({ command: 'push_branch' }));
    expect(listed.commands[0]).toMatchObject({ name: 'push_branch', state: 'cold' });
    expect(found.tools[0]).toMatchObject({ name: 'push_branch', state: 'cold' });
    expect(detail[0]).toMatchObject({ name: 'push_branch', state: 'cold' });
  });

  it('comes with the next step, also at level name', async () => {
    const { engine, source } = setUp();
    source.state = { state: 'needs-auth', todo: TODO };
    const { commands } = dataOf(await engine.discover({ level: 'name' }));
    expect(commands).toEqual([{ name: 'push_branch', state: 'needs-auth', todo: TODO }]);
  });

  it('is left out at level name while a call would work', async () => {
    const { engine } = setUp();
    const { commands } = dataOf(await engine.discover({ level: 'name' }));
    expect(commands).toEqual([{ name: 'push_branch' }]);
  });

  it('is absent for tools that are always ready', async () => {
    const engine = engineWith([], { sources: [new FixedSource('up', [tool('x')])] });
    const { commands } = dataOf(await engine.discover());
    expect(commands[0]).not.toHaveProperty('state');
  });

  it('tells the caller of a disabled tool what to do', async () => {
    const { engine, source } = setUp({ enabled: false });
    source.state = { state: 'failed', todo: 'Approve its new definition.' };
    const error = errorOf(await engine.call({ command: 'push_branch', input: {} }));
    expect(error).toMatchObject({ code: 'COMMAND_DISABLED', suggestion: 'Approve its new definition.' });
  });
});
