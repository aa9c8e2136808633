import type { Tool } from './tool.ts';

/** A situation in which some tools make sense and others do not: "checkout", "incident", … */
export interface ContextDefinition {
  readonly name: string;
  readonly description?: string;
}

/** Whether a tool belongs to the active context. A tool without contexts belongs to all of them. */
export function inContext(tool: Tool, active: string | undefined): boolean {
  return tool.contexts.length === 0 || (active !== undefined && tool.contexts.includes(active));
}
