import { callableTools } from './callable-tools.ts';
import { listedTool } from './listed-tool.ts';
import { perCatalog } from './per-catalog.ts';
import type { SurfaceFactory } from './surface.ts';

/** Lists every tool by itself, and the three that run any of them. */
export const individual: SurfaceFactory = ({ meta, names }) => ({
  varies: true,
  list: perCatalog((catalog) => [
    ...callableTools(catalog).map((tool) => listedTool(tool, names.nameOf(tool))),
    ...meta.callTools(),
    ...meta.list('afd-batch', 'afd-pipe'),
  ]),
});
