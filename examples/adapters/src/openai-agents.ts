// OpenAI Agents SDK: the tools of an agent for the price of three. A scripted model plays the part of the model.
import assert from 'node:assert/strict';
import { foldoutTools } from '@foldout/adapters/openai-agents';
import { Agent, Runner, tool } from '@openai/agents';
import { z } from 'zod';
import { ScriptedAgentModel } from './stubs/scripted-agent-model.ts';

const refund = tool({
  name: 'refund_order',
  description: 'Refund an order',
  parameters: z.object({ orderId: z.number() }),
  needsApproval: async () => true,
  execute: async ({ orderId }) => ({ orderId, status: 'refunded' }),
});
const reports = Array.from({ length: 99 }, (_, index) =>
  tool({ name: `report_${index}`, description: `Show ${index}`, parameters: z.object({}), execute: async () => index }),
);

const model = new ScriptedAgentModel({ command: 'refund_order', input: { orderId: 17 } });
const agent = new Agent({ name: 'Support', model, tools: foldoutTools([refund, ...reports]) });
const runner = new Runner({ tracingDisabled: true });
// The tool asks for approval, so the run stops before it, as it would without Foldout.
const stopped = await runner.run(agent, 'I want my money back for order 17.');
const [interruption] = stopped.interruptions;
assert.ok(interruption);
stopped.state.approve(interruption);
assert.equal((await runner.run(agent, stopped.state)).finalOutput, 'Done.');
assert.equal(model.requests[0]?.tools.length, 3);
