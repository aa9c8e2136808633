import { grouped } from './grouped.ts';
import { individual } from './individual.ts';
import { lazy } from './lazy.ts';
import type { SurfaceFactory } from './surface.ts';

/** Every `toolStrategy`. A new surface is a new file and a new line here. */
export const SURFACES = { individual, grouped, lazy } satisfies Record<string, SurfaceFactory>;

export type ToolStrategy = keyof typeof SURFACES;
