import type { ClientFacts } from './client.ts';

/** A tool as `tools/list` has it. */
export interface PromptTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema?: object | undefined;
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The part of a listed tool that a client puts before its model: name, description and input schema (output schemas,
 * annotations and `_meta` reach no model) or, of a tool that the client defers, its name and as much of its description as the
 * client shows. A client that defers for some models only is taken for
 * one that always does: it never names its model, and a saving must not be claimed where there may be none.
 */
export function promptText(tool: PromptTool, facts?: ClientFacts | undefined): string {
  if (!facts?.ownToolSearch || isAlwaysLoaded(tool, facts)) {
    const { name, description, inputSchema } = tool;
    return JSON.stringify({ name, description, inputSchema });
  }
  return `${tool.name} ${tool.description ?? ''}`.slice(0, facts.deferredToolBytes ?? tool.name.length);
}

function isAlwaysLoaded({ _meta }: PromptTool, { alwaysLoadKey }: ClientFacts): boolean {
  return alwaysLoadKey !== undefined && _meta?.[alwaysLoadKey] === true;
}
