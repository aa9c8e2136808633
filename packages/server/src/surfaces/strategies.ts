import { auto } from './auto.ts';
import { core } from './core-surface.ts';
import { dynamic } from './dynamic.ts';
import { grouped } from './grouped.ts';
import { index } from './index-surface.ts';
import { individual } from './individual.ts';
import { lazy } from './lazy.ts';
import { proxy } from './proxy.ts';
import type { SurfaceFactory } from './surface.ts';

/** Every `toolStrategy`. A new surface is a new file and a new line here. */
export const SURFACES = { individual, grouped, lazy, index, dynamic, proxy, core, auto } satisfies Record<
  string,
  SurfaceFactory
>;

export type ToolStrategy = keyof typeof SURFACES;

/** The names of all strategies. */
export const TOOL_STRATEGIES = Object.keys(SURFACES) as readonly ToolStrategy[];
