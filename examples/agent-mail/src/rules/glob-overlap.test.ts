import { describe, expect, it } from 'vitest';
import { globsOverlap, normalizePattern } from './glob-overlap.ts';

describe('two patterns overlap', () => {
  it.each([
    ['src/a.ts', 'src/a.ts'],
    ['src/*.ts', 'src/a.ts'],
    ['src/*.ts', 'src/a.*'],
    ['src/a*', 'src/*b'],
    ['src/??.ts', 'src/ab.ts'],
    ['src/**', 'src/deep/er/a.ts'],
    ['**/*.ts', 'src/a.ts'],
    ['**/test/**', 'src/**/a.ts'],
    ['**', 'anything'],
    ['src/**/a.ts', 'src/a.ts'],
    ['app/[id]/page.tsx', 'app/*/page.tsx'],
  ])('when some path fits both: %s and %s', (a, b) => {
    expect(globsOverlap(a, b)).toBe(true);
    expect(globsOverlap(b, a)).toBe(true);
  });

  it.each([
    ['src/a.ts', 'src/b.ts'],
    ['src/*.ts', 'src/deep/a.ts'],
    ['src/*.ts', 'src/*.js'],
    ['src/**', 'test/**'],
    ['src/???.ts', 'src/ab.ts'],
    ['**/*.ts', 'src/*.md'],
    ['src', 'src2'],
    ['app/[id]/page.tsx', 'app/i/page.tsx'],
    ['a*b', 'b*a'],
  ])('but not when none does: %s and %s', (a, b) => {
    expect(globsOverlap(a, b)).toBe(false);
    expect(globsOverlap(b, a)).toBe(false);
  });

  it('and hostile patterns are answered as well', () => {
    expect(globsOverlap(`${'*a'.repeat(200)}b`, `${'a'.repeat(400)}c`)).toBe(false);
    expect(globsOverlap(`${'**/'.repeat(150)}x`, `${'a/'.repeat(200)}y`)).toBe(false);
  });
});

describe('a pattern', () => {
  it.each([
    ['./src//a.ts', 'src/a.ts'],
    ['src/', 'src/**'],
    ['src/./b', 'src/b'],
  ])('has one spelling: %s is %s', (given, normal) => {
    expect(normalizePattern(given)).toBe(normal);
  });
});
