import { describe, expect, it } from 'vitest';
import { type Row, toJson, toTable } from './report.ts';

const ROWS: readonly Row[] = [
  { case: '80/tools-list', metric: 'tokens', subject: 'lazy', value: 12_345, unit: 'tokens' },
  { case: '80/afd-call/modern', metric: 'ratio', subject: 'foldout/bare-sdk', value: 1.23456, unit: 'x' },
];

describe('report', () => {
  it('is one JSON object with the benchmark and its rows, at full precision', () => {
    expect(JSON.parse(toJson('engine', ROWS))).toEqual({ bench: 'engine', rows: ROWS });
    expect(toJson('engine', ROWS)).not.toContain('\n');
  });

  it('is an aligned table without --json', () => {
    expect(toTable(ROWS).split('\n')).toEqual([
      'case                metric  subject            value  unit',
      '80/tools-list       tokens  lazy              12,345  tokens',
      '80/afd-call/modern  ratio   foldout/bare-sdk    1.23  x',
    ]);
  });
});
