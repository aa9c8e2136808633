import { instructionsFor } from './instructions.ts';
import type { SurfaceFactory } from './surface.ts';

const HOW_TO = 'Find them with afd-discover {search}, read them with afd-detail, run them with afd-call.';

/** Lists five tools whatever lies behind them: find, read, run, run many, run in a chain. */
export const lazy: SurfaceFactory = ({ meta }) => {
  const tools = [
    ...meta.list('afd-discover', 'afd-detail'),
    ...meta.callTools(),
    ...meta.list('afd-batch', 'afd-pipe'),
  ];
  return {
    varies: false,
    list: () => tools,
    instructions: ({ catalog }) => instructionsFor(catalog, HOW_TO),
  };
};
