import type { ModuleTree } from './contract.ts';

/** The modules of several trees. The first tree that has a module wins. */
export function joinModules(...trees: readonly (ModuleTree | undefined)[]): ModuleTree {
  return async (path) => {
    for (const tree of trees) {
      const source = await tree?.(path);
      if (source !== undefined) return source;
    }
    return undefined;
  };
}
