import { describe, expect, it } from 'vitest';
import { withTable } from './document.ts';
import type { LabRun } from './lab-run.ts';

const PAGE = '# Clients\n\n<!-- lab: npm run bench -- clients --write -->\n<!-- /lab -->\n\nEnd\n';
const TITLES = ['Claude Code', 'Codex'];
const DATE = new Date('2026-03-04T05:06:07Z');

const run = (over: Partial<LabRun>): LabRun => ({
  client: 'codex',
  title: 'Codex',
  version: '1.2.3',
  transport: 'stdio',
  state: 'cold',
  surface: 'lazy',
  seen: { tools: 5, tokens: 1_234, named: 0 },
  firstList: { ms: 401.6, cpuMs: 299.7 },
  steps: [{ step: 'image', arrived: true, note: 'words' }],
  ...over,
});

const rowsOf = (page: string): string[] => page.split('\n').filter((line) => /^\| C\w+ .*\d, 20/.test(line));

describe('the table in the documentation', () => {
  it('has one line for a client and state, and says where the transports differ', () => {
    const page = withTable(
      PAGE,
      [run({}), run({ transport: 'http', surface: 'individual', firstList: { ms: 12 } })],
      TITLES,
      DATE,
    );
    expect(rowsOf(page)).toEqual([
      '| Codex 1.2.3, 2026-03-04 | cold | stdio: lazy; http: individual | 5 | 1,234 | 402 ms (300) | 12 ms | words | all arrived |',
    ]);
    expect(page).toMatch(/^# Clients\n/);
    expect(page).toMatch(/\n<!-- \/lab -->\n\nEnd\n$/);
  });

  it('names the steps that did not arrive, and why a client was not run', () => {
    const failed = run({ steps: [{ step: 'search', arrived: false, note: 'nothing' }] });
    const notRun = run({ client: 'claude-code', title: 'Claude Code', notRun: 'npm | failed\nhere' });
    const [first, second] = rowsOf(withTable(PAGE, [failed, notRun], TITLES, DATE));
    expect(first).toMatch(/^\| Claude Code .* not run: npm \\\| failed here \|$/);
    expect(second).toMatch(/ no \| did not arrive: search \|$/);
  });

  it('says that a client was told to wait', () => {
    const [line] = rowsOf(withTable(PAGE, [run({ toldToWait: true })], TITLES, DATE));
    expect(line).toMatch(/ all arrived, told to wait \|$/);
  });

  it('keeps the lines of clients that were not measured again', () => {
    const claude = run({ client: 'claude-code', title: 'Claude Code' });
    const both = withTable(PAGE, [run({}), run({ state: 'warm' }), claude], TITLES, DATE);
    const again = withTable(both, [run({ version: '1.3.0' })], TITLES, new Date('2026-05-06'));
    expect(rowsOf(again).map((line) => line.split(' | ').slice(0, 2).join(' '))).toEqual([
      '| Claude Code 1.2.3, 2026-03-04 cold',
      '| Codex 1.3.0, 2026-05-06 cold',
      '| Codex 1.2.3, 2026-03-04 warm',
    ]);
  });

  it('is refused for a page without markers', () => {
    expect(() => withTable('# Clients\n', [run({})], TITLES, DATE)).toThrow(/no markers/);
  });
});
