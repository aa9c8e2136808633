import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Tool, toolFromDefinition } from '@foldout/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileState } from '../state/file-state.ts';
import type { TrustMode } from './judge.ts';
import { TrustedTools } from './trusted-tools.ts';

let folder: string;
let state: FileState;
let warnings: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'foldout-trust-'));
  state = new FileState(folder);
  warnings = [];
});
afterEach(async () => {
  await state.close();
  rmSync(folder, { recursive: true, force: true });
});

const tool = (name: string, description = `Runs ${name}.`): Tool =>
  toolFromDefinition('github', { name, description }) as Tool;

function trusted(mode: TrustMode, approvals = state.approvals): TrustedTools & { changes: number } {
  const one = new TrustedTools({ server: 'github', mode, approvals, onWarning: (line) => void warnings.push(line) });
  const counted = Object.assign(one, { changes: 0 });
  one.onChange = () => {
    counted.changes += 1;
  };
  return counted;
}

async function judged(mode: TrustMode, tools: readonly Tool[]) {
  const one = trusted(mode);
  one.judge(tools);
  await one.reload();
  return one;
}

describe('the tools of a pinned server', () => {
  it('are withheld until it is known what was approved', async () => {
    const one = trusted('pinned');
    expect(one.withheld(tool('create'))).toContain('not known yet');
    one.judge([tool('create')]);
    await one.reload();
    expect(one.withheld(tool('create'))).toBeUndefined();
    expect(one.changes).toBe(1);
    expect(warnings).toEqual([]);
  });

  it('are withheld when they change or are added, and say what to do', async () => {
    await judged('pinned', [tool('create'), tool('list')]);
    const changed = tool('create', 'Runs create. And more.');
    const one = await judged('pinned', [changed, tool('list'), tool('added')]);
    expect(one.withheld(changed)).toBe(
      'It has changed since it was approved (description: 2 words added (2 → 4)). ' +
        'Ask the operator to look at it and run: foldout approve github/create',
    );
    expect(one.withheld(tool('added'))).toContain('added after');
    expect(one.withheld(tool('list'))).toBeUndefined();
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('"create" (description: 2 words added (2 → 4)), "added" (new)');
  });

  it('are given back when they are approved, also by another process', async () => {
    await judged('pinned', [tool('create')]);
    const changed = tool('create', 'Other.');
    const one = await judged('pinned', [changed, tool('added')]);
    expect(await one.approve('ann', ['create', 'unknown'])).toEqual(['create']);
    expect(one.withheld(changed)).toBeUndefined();
    expect(one.withheld(tool('added'))).toBeDefined();
    await using elsewhere = new FileState(folder);
    const other = trusted('pinned', elsewhere.approvals);
    other.judge([changed, tool('added')]);
    await other.reload();
    expect(await other.approve('ben')).toEqual(['added']);
    const before = one.changes;
    await one.reload();
    expect(one.withheld(tool('added'))).toBeUndefined();
    expect(one.changes).toBe(before + 1);
  });

  it('stay withheld where the approvals cannot be read', async () => {
    const broken = { ...state.approvals, of: () => Promise.reject(new Error('disk on fire')) };
    const one = trusted('pinned', broken as never);
    one.judge([tool('create')]);
    await one.reload();
    await one.reload();
    expect(one.withheld(tool('create'))).toBeDefined();
    expect(warnings).toEqual(['github: the approvals cannot be read or written: disk on fire']);
  });
});

describe('the tools of a server that is not pinned', () => {
  it('can be used whatever happens, and a change is told once', async () => {
    await judged('flag', [tool('create')]);
    const changed = tool('create', 'Other.');
    const one = await judged('flag', [changed]);
    await one.reload();
    expect(one.withheld(changed)).toBeUndefined();
    expect(one.judgements.get('create')).toMatchObject({ verdict: 'changed', withheld: false });
    expect(warnings).toHaveLength(1);
    expect(one.changes).toBe(0);
  });

  it('are flagged by the one of two gateways that saw something else', async () => {
    const [one, other] = [trusted('flag'), trusted('flag')];
    one.judge([tool('create', 'One.')]);
    other.judge([tool('create', 'Other.')]);
    await Promise.all([one.reload(), other.reload()]);
    await Promise.all([one.reload(), other.reload()]);
    const verdicts = [one, other].map(({ judgements }) => judgements.get('create')?.verdict).sort();
    expect(verdicts).toEqual(['approved', 'changed']);
  });
});
