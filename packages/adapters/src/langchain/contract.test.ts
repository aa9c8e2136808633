import { AIMessage, createAgent, fakeModel, HumanMessage, ToolMessage, tool } from 'langchain';
import { type AdapterUnderTest, keepsTheContract } from '../testing/contract.ts';
import { callOfThree, idOf, rename } from '../testing/steps.ts';
import { foldoutTools } from './index.ts';

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
    const tools = plain.map((one) =>
      tool(async (input, { signal }) => await one.run(input, signal), {
        name: one.name,
        description: one.description,
        schema: one.input,
      }),
    );
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
