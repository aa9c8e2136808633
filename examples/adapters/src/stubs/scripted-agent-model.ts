import { type Model, type ModelRequest, type ModelResponse, Usage } from '@openai/agents';

/** A model of the Agents SDK that calls `afd-call` with the given arguments, one in each turn, and then ends. */
export class ScriptedAgentModel implements Model {
  readonly requests: ModelRequest[] = [];
  readonly #left: object[];

  constructor(...calls: readonly object[]) {
    this.#left = [...calls];
  }

  async getResponse(request: ModelRequest): Promise<ModelResponse> {
    this.requests.push(request);
    const next = this.#left.shift();
    const call = { type: 'function_call', callId: '1', name: 'afd-call', status: 'completed' } as const;
    const output: ModelResponse['output'] = next
      ? [{ ...call, arguments: JSON.stringify(next) }]
      : [
          {
            type: 'message',
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text: 'Done.' }],
          },
        ];
    return { usage: new Usage(), output };
  }

  async *getStreamedResponse(): AsyncGenerator<never> {}
}
