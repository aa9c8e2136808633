import { AIMessage, createAgent, fakeModel, HumanMessage, ToolMessage, tool } from 'langchain';
import { type AdapterUnderTest, keepsTheContract, type PlainTool } from '../testing/contract.ts';
import { servesTools } from '../testing/serving.ts';
import { callOfThree, idOf, rename } from '../testing/steps.ts';
import { foldoutTools, toMcpServer } from './index.ts';

function made({ name, description, input: schema, run }: PlainTool) {
  return tool(async (input, { signal }) => await run(input, signal), { name, description, schema });
}

const adapter: AdapterUnderTest = {
  toolSearch: false,
  play: async (plain, steps, options) => {
    const model = fakeModel();
    for (const [index, step] of steps.entries()) {
      const { name, input } = callOfThree(step);
      model.respondWithTools([{ name, args: input, id: idOf(index) }]);
    }
    model.respond(new AIMessage('done'));
    const sent: string[] = [];
    const bind = model.bindTools.bind(model);
    model.bindTools = (bound) => {
      sent.push(
        JSON.stringify(bound.map((each) => 'description' in each && [each.name, each.description, each.schema])),
      );
      return bind(bound);
    };
    const tools = plain.map(made);
    const { signal, callTimeoutMs, sources } = options;
    const agent = createAgent({ model, tools: foldoutTools(tools, { callTimeoutMs, sources }) });
    rename(plain, tools, options);
    const state = { messages: [new HumanMessage({ id: 'go', content: 'go' })] };
    const { messages } = await agent.invoke(state, { recursionLimit: 50, ...(signal && { signal }) });
    const shown = model.calls.map((call) =>
      call.messages.map((message) => ({
        type: message.type,
        content: message.content,
        calls: 'tool_calls' in message ? message.tool_calls : [],
      })),
    );
    return {
      tools: sent,
      messages: shown.map((list) => JSON.stringify(list)),
      answers: messages.flatMap((message) =>
        ToolMessage.isInstance(message) ? [JSON.stringify(message.content)] : [],
      ),
    };
  },
};

keepsTheContract('LangChain', adapter);
servesTools('LangChain', (plain, options) => toMcpServer(plain.map(made), options));
