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

function trusted(mode: TrustMode, approvals = state.approvals): { one: TrustedTools; changes: () => number } {
  let changes = 0;
  const one = new TrustedTools({
    server: 'github',
    mode,
    approvals,
    onChange: () => {
      changes += 1;
    },
    onWarning: (line) => void warnings.push(line),
  });
  return { one, changes: () => changes };
}

async function judged(mode: TrustMode, tools: readonly Tool[]) {
  const made = trusted(mode);
  await made.one.judge(tools);
  return made;
}

describe('the tools of a pinned server', () => {
  it('are withheld until the approvals are loaded', async () => {
    const { one, changes } = trusted('pinned');
    expect(one.withheld(tool('create'))).toContain('not loaded yet');
    await one.judge([tool('create')]);
    expect(one.withheld(tool('create'))).toBeUndefined();
    expect(changes()).toBe(1);
    expect(warnings).toEqual([]);
  });

  it('are withheld when they change or are added, with the next step', async () => {
    await judged('pinned', [tool('create'), tool('list')]);
    const changed = tool('create', 'Runs create. And more.');
    const { one } = await judged('pinned', [changed, tool('list'), tool('added')]);
    expect(one.withheld(changed)).toBe(
      'It has changed since it was approved (description: 2 words added (2 → 4)). ' +
        'Ask the operator to check it and run: foldout approve github/create',
    );
    expect(one.withheld(tool('added'))).toContain('added after');
    expect(one.withheld(tool('list'))).toBeUndefined();
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('"create" (description: 2 words added (2 → 4)), "added" (new)');
  });

  it('are withheld as soon as their definition changes, before it is checked', async () => {
    const { one } = await judged('pinned', [tool('create')]);
    expect(one.withheld(tool('create', 'Other.'))).toContain('changed');
    expect(one.withheld(tool('create'))).toBeUndefined();
  });

  it('are released when they are approved, also by another process', async () => {
    await judged('pinned', [tool('create')]);
    const changed = tool('create', 'Other.');
    const { one, changes } = await judged('pinned', [changed, tool('added')]);
    expect(await one.approve('ann', ['create', 'unknown'])).toMatchObject([{ tool: 'create', by: 'ann' }]);
    expect(one.withheld(changed)).toBeUndefined();
    expect(one.withheld(tool('added'))).toBeDefined();
    await using elsewhere = new FileState(folder);
    const { one: other } = trusted('pinned', elsewhere.approvals);
    await other.judge([changed, tool('added')]);
    expect(await other.approve('ben')).toMatchObject([{ tool: 'added' }]);
    const before = changes();
    await one.reload();
    expect(one.withheld(tool('added'))).toBeUndefined();
    expect(changes()).toBe(before + 1);
  });

  it('stay withheld if the approvals cannot be read', async () => {
    const broken = { ...state.approvals, of: () => Promise.reject(new Error('disk on fire')) };
    const { one } = trusted('pinned', broken as never);
    await one.judge([tool('create')]);
    await one.reload();
    expect(one.withheld(tool('create'))).toBeDefined();
    expect(one.withheld(tool('create'))).toContain('foldout doctor');
    expect(one.findings.get('create')).toMatchObject({ withheld: true });
    expect(warnings).toEqual([
      'github: the approvals cannot be read or written: disk on fire. Its tools are withheld until that works.',
    ]);
    one.close();
  });
});

describe('the tools of a server that is not pinned', () => {
  it('stay usable, and a change is reported once', async () => {
    await judged('flag', [tool('create')]);
    const changed = tool('create', 'Other.');
    const { one, changes } = await judged('flag', [changed]);
    await one.reload();
    expect(one.withheld(changed)).toBeUndefined();
    expect(one.findings.get('create')).toMatchObject({ verdict: 'changed', withheld: false });
    expect(warnings).toHaveLength(1);
    expect(changes()).toBe(0);
  });

  it('are flagged by the gateway that saw another definition', async () => {
    const [one, other] = [trusted('flag').one, trusted('flag').one];
    await Promise.all([one.judge([tool('create', 'One.')]), other.judge([tool('create', 'Other.')])]);
    await Promise.all([one.reload(), other.reload()]);
    const verdicts = [one, other].map(({ findings }) => findings.get('create')?.verdict);
    expect(verdicts.filter((verdict) => verdict === 'changed')).toHaveLength(1);
  });
});
