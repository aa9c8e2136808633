import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CODE_ERRORS, CODE_LIMITS } from './contract.ts';

const page = readFileSync(new URL('../../../../docs/reference/sandbox.md', import.meta.url), 'utf8');

describe('the sandbox reference page', () => {
  it('lists every limit with its default', () => {
    const rows = [...page.matchAll(/^\| `([a-zA-Z]+)` \| (\d+) \|/gm)].map(([, name, value]) => [name, Number(value)]);
    expect(Object.fromEntries(rows)).toEqual(CODE_LIMITS);
  });

  it('lists every error code, and no other', () => {
    const rows = [...page.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, code]) => code);
    expect(rows.sort()).toEqual([...CODE_ERRORS].sort());
  });
});
