import { servedTools } from '@foldout/core/internal';
import { notLoadedText, withWordsOfServers } from './instructions.ts';
import { perCatalog } from './per-catalog.ts';
import type { SurfaceFactory } from './surface.ts';

/** Lists every tool, and the meta-tools that run other tools: `afd-call`, `afd-batch`, `afd-pipe`. */
export const individual: SurfaceFactory = ({ meta, listed }) => ({
  varies: true,
  list: perCatalog((catalog) => [...servedTools(catalog).map(listed), ...meta.callTools(), ...meta.chainTools()]),
  instructions: ({ catalog }) => withWordsOfServers(catalog, notLoadedText(catalog)) || undefined,
});
