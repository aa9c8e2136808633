import type { Action, Risk } from '@foldout/core';
import { RISKS } from '@foldout/core/internal';
import type { SurfaceTool } from './surface-tools.ts';

/** `single`: one dispatcher runs every tool. `by-risk`: one dispatcher per risk, so that a host can set permissions for each. */
export type DispatchMode = 'single' | 'by-risk';

/**
 * A dispatcher as one tool per risk: `name-read`, `name-write`, `name-destructive`. Each has true annotations and refuses
 * every tool above its risk, also inside a batch or a pipe.
 */
export function riskVariants(tool: SurfaceTool, describe: (kind: string) => string, separator = '-'): SurfaceTool[] {
  return RISKS.map((risk) => ({
    ...tool,
    name: `${tool.name}${separator}${risk}`,
    description: describe(risk === 'read' ? 'read-only' : risk),
    risk,
    action: (input: never) => limitRisk(tool.action(input), risk),
  }));
}

/** The names under which a dispatcher is listed. */
export function dispatcherNames(mode: DispatchMode, name: string, separator = '-'): string[] {
  return mode === 'single' ? [name] : RISKS.map((risk) => `${name}${separator}${risk}`);
}

/** The listed names in a sentence: `afd-call-read, afd-call-write or afd-call-destructive`. */
export function dispatcherWords(mode: DispatchMode, name: string, separator = '-'): string {
  const names = dispatcherNames(mode, name, separator);
  return [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' or ');
}

/** The action with a limit on the tools that it may run. Other actions only read, and stay as they are. */
export function limitRisk(action: Action, maxRisk: Risk): Action {
  switch (action.kind) {
    case 'call':
    case 'batch':
    case 'pipe':
    case 'code':
      return { ...action, maxRisk };
    default:
      return action;
  }
}
