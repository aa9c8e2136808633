import { SearchEngine, type Tool } from '@foldout/core';
import { TOOL_DEFAULTS } from '@foldout/core/internal';
import { describe, expect, it } from 'vitest';
import { UsageTracker } from '../tracking/usage-tracker.ts';
import { PRIOR_DEFAULTS, usagePrior } from './usage-prior.ts';

function tool(server: string, name: string, description = 'Creates an issue.'): Tool {
  const id = `${server}/${name}`;
  return { ...TOOL_DEFAULTS, id, server, name, summary: '', description, category: server, inputSchema: {} };
}

function use(tracker: UsageTracker, server: string, name: string, calls: number, sessions = 10): void {
  for (let i = 0; i < calls; i++) tracker.trackAccess(server, name, { session_id: `s${i % sessions}` });
}

describe('the usage prior', () => {
  it('is 0 for all tools until there are enough calls from enough sessions', async () => {
    const { minCalls, minSessions } = PRIOR_DEFAULTS;
    const cases = [
      { calls: minCalls - 1, sessions: minSessions, lifted: false },
      { calls: minCalls, sessions: minSessions - 1, lifted: false },
      { calls: minCalls, sessions: minSessions, lifted: true },
    ];
    for (const { calls, sessions, lifted } of cases) {
      await using tracker = new UsageTracker();
      using prior = usagePrior(tracker);
      use(tracker, 'github', 'create_issue', calls, sessions);
      await prior.refresh();
      expect(prior(tool('github', 'create_issue')) > 0).toBe(lifted);
    }
  });

  it('grows with usage, from 0 for an unused tool to 1 for the most used one', async () => {
    await using tracker = new UsageTracker();
    use(tracker, 'github', 'most', 200);
    use(tracker, 'github', 'some', 20);
    use(tracker, 'github', 'hardly', PRIOR_DEFAULTS.minToolCalls - 1);
    using prior = usagePrior(tracker);
    await prior.refresh();
    expect(prior(tool('github', 'most'))).toBe(1);
    expect(prior(tool('github', 'some'))).toBeGreaterThan(0);
    expect(prior(tool('github', 'some'))).toBeLessThan(1);
    expect(prior(tool('github', 'hardly'))).toBe(0);
    expect(prior(tool('github', 'never'))).toBe(0);
  });

  it('fades: a tool that was used a lot last year counts less than one that is used now', async () => {
    await using tracker = new UsageTracker();
    const old = Date.now() - 100 * 86_400_000;
    for (let i = 0; i < 100; i++) tracker.trackAccess('github', 'old', { session_id: `s${i % 9}`, at: old });
    use(tracker, 'github', 'new', 60);
    using prior = usagePrior(tracker);
    await prior.refresh();
    expect(prior(tool('github', 'new'))).toBe(1);
    expect(prior(tool('github', 'old'))).toBeGreaterThan(0);
    expect(prior(tool('github', 'old'))).toBeLessThan(1);
  });

  it('counts calls of this process without reading the store again', async () => {
    await using tracker = new UsageTracker();
    use(tracker, 'github', 'most', 200);
    using prior = usagePrior(tracker);
    await prior.refresh();
    use(tracker, 'gitlab', 'new', 5);
    await tracker.flush();
    expect(prior(tool('gitlab', 'new'))).toBeGreaterThan(0);
  });

  it('decides between equal matches, shows its share, and never outranks a better match', async () => {
    await using tracker = new UsageTracker();
    use(tracker, 'gitlab', 'create_issue', 100);
    use(tracker, 'gitlab', 'list_labels', 100);
    using prior = usagePrior(tracker);
    await prior.refresh();
    const engine = new SearchEngine({ prior });
    // Tools with the same texts are copies of one tool, which share a hit.
    engine.upsert({ ...tool('github', 'create_issue'), inputSchema: { properties: { a: {} } } });
    engine.upsert({ ...tool('gitlab', 'create_issue'), inputSchema: { properties: { b: {} } } });
    engine.upsert(tool('gitlab', 'list_labels', 'Lists the labels of a project.'));
    const [first, second] = engine.search('open a new issue', { explain: true }).hits;
    expect(first?.tool.id).toBe('gitlab/create_issue');
    expect(second?.tool.id).toBe('github/create_issue');
    expect(first?.explanation?.shares.prior).toBeGreaterThan(0);
    expect(second?.explanation?.shares.prior).toBe(0);
  });
});
