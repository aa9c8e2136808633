import type { Tool } from './tool.ts';

/** A situation in which some tools make sense and others do not: "checkout", "incident", … */
export interface ContextDefinition {
  readonly name: string;
  readonly description?: string;
}

/** Whether a tool belongs to what is active. Tools that name no context belong everywhere. */
export function inContext(tool: Tool, active: string | undefined): boolean {
  return tool.contexts.length === 0 || (active !== undefined && tool.contexts.includes(active));
}
