import { callableTools } from './callable-tools.ts';
import { perCatalog } from './per-catalog.ts';
import type { SurfaceFactory } from './surface.ts';

/** Lists every tool by itself, and the three that run any of them. */
export const individual: SurfaceFactory = ({ meta, listed }) => ({
  varies: true,
  list: perCatalog((catalog) => [
    ...callableTools(catalog).map(listed),
    ...meta.callTools(),
    ...meta.list('afd-batch', 'afd-pipe'),
  ]),
});
