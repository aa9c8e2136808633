import { describe, expect, it } from 'vitest';
import { row } from '../report.ts';
import { judgeRows } from '../targets.ts';
import { GATEWAY_TARGETS } from './targets.ts';

const figure = (metric: string, subject: string, value: number, name = 'a-case') =>
  row(name, metric, subject, value, 'x');
const judge = (...rows: ReturnType<typeof figure>[]) => judgeRows(rows, GATEWAY_TARGETS);

describe('the targets of the gateway', () => {
  it('compare with every peer of the same case, and with no baseline', () => {
    const verdicts = judge(
      figure('call-ms', 'direct', 0.1),
      figure('call-ms', 'bare-proxy', 0.2),
      figure('call-ms', 'foldout', 1),
      figure('call-ms', 'foldout/afd-call', 3),
      figure('call-ms', 'ratel', 2),
      figure('call-ms', 'mcporter', 9),
      figure('call-ms', 'ratel', 0.5, 'another-case'),
    );
    expect(verdicts.map(({ holds }) => holds)).toEqual([true, false]);
  });

  it('apply to the figures of Foldout only', () => {
    expect(judge(figure('orphans', 'ratel', 3), figure('rss-mb', 'bare-proxy', 900))).toEqual([]);
    expect(judge(figure('orphans', 'foldout', 1))).toEqual([
      { holds: false, text: 'no process is left over: 1.000 x (a-case, foldout)' },
    ]);
  });

  it('hold where no peer was installed', () => {
    expect(judge(figure('rss-mb', 'foldout', 80)).map(({ holds }) => holds)).toEqual([true]);
  });
});
