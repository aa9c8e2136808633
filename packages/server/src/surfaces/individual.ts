import { callableTools } from './callable-tools.ts';
import { listedTool } from './listed-tool.ts';
import { perCatalog } from './per-catalog.ts';
import type { SurfaceFactory } from './surface.ts';

/** Lists every tool by itself, and the three that run any of them. */
export const individual: SurfaceFactory = ({ engine, meta, names }) => ({
  varies: true,
  list: perCatalog(engine.catalog, () => [
    ...callableTools(engine).map((tool) => listedTool(tool, names.nameOf(tool))),
    ...meta.callTools(),
    ...meta.list('afd-batch', 'afd-pipe'),
  ]),
});
