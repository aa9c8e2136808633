import { dispatcherWords } from './by-risk.ts';
import { instructionsFor } from './instructions.ts';
import type { SurfaceFactory } from './surface.ts';

/** Lists five tools, whatever the size of the catalog: find, read, run, run many, run in a chain. */
export const lazy: SurfaceFactory = ({ meta }) => {
  const tools = [...meta.list('afd-discover', 'afd-detail'), ...meta.callTools(), ...meta.chainTools()];
  const run = dispatcherWords(meta.mode, 'afd-call');
  const howTo = `Find them with afd-discover {search}, read them with afd-detail, run them with ${run}.`;
  return {
    varies: false,
    list: () => tools,
    instructions: ({ catalog }) => instructionsFor(catalog, howTo),
  };
};
