import { describe, expect, it } from 'vitest';
import { judge } from './targets.ts';

const row = (metric: string, subject: string, value: number, name = 'a-case') => ({
  case: name,
  metric,
  subject,
  value,
  unit: 'x',
});

describe('judge', () => {
  it('compares with every peer of the same case, and with no baseline', () => {
    const verdicts = judge([
      row('call-ms', 'direct', 0.1),
      row('call-ms', 'bare-proxy', 0.2),
      row('call-ms', 'foldout', 1),
      row('call-ms', 'foldout/afd-call', 3),
      row('call-ms', 'ratel', 2),
      row('call-ms', 'mcporter', 9),
      row('call-ms', 'ratel', 0.5, 'another-case'),
    ]);
    expect(verdicts.map((verdict) => verdict.slice(0, 4))).toEqual(['PASS', 'FAIL']);
  });

  it('judges only our own figures', () => {
    expect(judge([row('orphans', 'ratel', 3), row('rss-mb', 'bare-proxy', 900)])).toEqual([]);
    expect(judge([row('orphans', 'foldout', 1)])).toEqual([expect.stringMatching(/^FAIL {2}no process is left/)]);
  });

  it('is content where no peer could be had', () => {
    expect(judge([row('rss-mb', 'foldout', 80)])).toEqual([expect.stringMatching(/^PASS/)]);
  });
});
