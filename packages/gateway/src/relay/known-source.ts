import {
  type Availability,
  type CommandResult,
  failure,
  type JsonObject,
  type Tool,
  type ToolSource,
  type Validated,
} from '@foldout/core';

/** The tools of a server as they were kept on disk. They can be looked at, and nothing else. */
export class KnownSource implements ToolSource {
  readonly server: string;
  readonly #tools: ReadonlyMap<string, Tool>;
  readonly #withheld: (tool: Tool) => string | undefined;

  constructor(server: string, tools: ReadonlyMap<string, Tool>, withheld: (tool: Tool) => string | undefined) {
    this.server = server;
    this.#tools = tools;
    this.#withheld = withheld;
  }

  tools(): Iterable<Tool> {
    return this.#tools.values();
  }

  exposes(): boolean {
    return true;
  }

  validate(_tool: Tool, input: JsonObject): Validated {
    return { valid: true, value: input };
  }

  invoke(tool: Tool): CommandResult {
    return failure({
      code: 'UPSTREAM_UNAVAILABLE',
      message: `'${tool.id}' is known and its server is not started`,
      suggestion: 'Open a gateway to call it.',
    });
  }

  availability(tool: Tool): Availability {
    const withheld = tool.enabled ? undefined : this.#withheld(tool);
    return withheld ? { state: 'failed', todo: withheld } : { state: 'cold' };
  }

  subscribe(): () => void {
    return () => {};
  }
}
