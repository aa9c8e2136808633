import { describe, expect, it } from 'vitest';
import { defaultCache } from './install.ts';
import { RECIPES } from './recipes/all.ts';
import { VERSIONS } from './versions.ts';

describe('the installed clients', () => {
  it("are kept in the platform's folder for caches", () => {
    expect(defaultCache('linux', {}, '/home/a')).toBe('/home/a/.cache/foldout/clients');
    expect(defaultCache('linux', { XDG_CACHE_HOME: '/c' }, '/home/a')).toBe('/c/foldout/clients');
    expect(defaultCache('darwin', {}, '/Users/a')).toBe('/Users/a/Library/Caches/foldout/clients');
  });

  it('have exact versions', () => {
    for (const version of Object.values(VERSIONS)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it('have different names', () => {
    expect(new Set(RECIPES.map(({ id }) => id)).size).toBe(RECIPES.length);
    expect(RECIPES.length).toBeGreaterThanOrEqual(13);
  });
});
