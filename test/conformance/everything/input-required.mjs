// Commands of the 2026 protocol that return a question and are called again with the answer.
import { randomBytes } from 'node:crypto';
import { mcpContext, mcpResult, success } from '@foldout/server';
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  inputRequired,
  inputResponse,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { command } from './content-commands.mjs';

/** Signs the request state that a client sends back in the next round. */
export const states = createRequestStateCodec({ key: randomBytes(32) });

const name = z.object({ name: z.string() });
const color = z.object({ color: z.string() });
const confirmation = z.object({ ok: z.boolean() });

const askName = inputRequired.elicit({ message: 'What is your name?', requestedSchema: name });
const askOk = inputRequired.elicit({ message: 'Please confirm', requestedSchema: confirmation });
const askModel = (words, maxTokens) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text: words } }], maxTokens });

const question = (inputRequests, requestState) =>
  mcpResult(inputRequired({ inputRequests, ...(requestState && { requestState }) }));

/** The answer to a question, by its key; undefined if there is no valid answer. */
const answer = ({ mcpReq }, key) => inputResponse(mcpReq.inputResponses, key);
const accepted = ({ mcpReq }, key, schema) => acceptedContent(mcpReq.inputResponses, key, schema);

/** A command that asks questions: its handler receives the request context of the SDK. */
const conversation = (toolName, description, handler) =>
  command(toolName, description, (_input, context) => handler(mcpContext(context)));

async function confirmed(mcp) {
  if (mcp.mcpReq.requestState()?.step !== 'confirm' || !accepted(mcp, 'confirm', confirmation)) {
    return question({ confirm: askOk }, await states.mint({ step: 'confirm' }));
  }
  return success('state-ok');
}

export const inputRequiredCommands = [
  conversation('test_input_required_result_elicitation', 'Asks for a name', (mcp) => {
    const given = accepted(mcp, 'user_name', name);
    return given ? success(`Hello, ${given.name}!`) : question({ user_name: askName });
  }),
  conversation('test_input_required_result_sampling', "Asks the client's model", (mcp) => {
    const said = answer(mcp, 'capital_question');
    return said.kind === 'sampling'
      ? success(said.result.content.text)
      : question({ capital_question: askModel('What is the capital of France?', 100) });
  }),
  conversation('test_input_required_result_list_roots', 'Asks for the roots', (mcp) => {
    const said = answer(mcp, 'client_roots');
    return said.kind === 'roots'
      ? success(`Roots: ${said.roots.map(({ uri }) => uri).join(', ')}`)
      : question({ client_roots: inputRequired.listRoots() });
  }),
  conversation('test_input_required_result_request_state', 'Keeps state between two rounds', confirmed),
  conversation('test_input_required_result_tampered_state', 'Refuses state that it did not sign', confirmed),
  conversation('test_input_required_result_multiple_inputs', 'Asks three things at once', async (mcp) => {
    const kinds = ['user_name', 'greeting', 'client_roots'].map((key) => answer(mcp, key).kind);
    if (!kinds.includes('missing')) return success(`Answered: ${kinds.join(', ')}`);
    const asked = {
      user_name: askName,
      greeting: askModel('Generate a greeting', 50),
      client_roots: inputRequired.listRoots(),
    };
    return question(asked, await states.mint({ step: 'all' }));
  }),
  conversation('test_input_required_result_multi_round', 'Asks one thing after the other', async (mcp) => {
    const state = mcp.mcpReq.requestState();
    const first = accepted(mcp, 'step1', name);
    const second = accepted(mcp, 'step2', color);
    if (state?.name && second) return success(`${state.name} likes ${second.color}.`);
    if (state && first) {
      const step2 = inputRequired.elicit({ message: 'Step 2: What is your favorite color?', requestedSchema: color });
      return question({ step2 }, await states.mint({ name: first.name }));
    }
    const step1 = inputRequired.elicit({ message: 'Step 1: What is your name?', requestedSchema: name });
    return question({ step1 }, await states.mint({ step: 'name' }));
  }),
  conversation('test_input_required_result_capabilities', 'Asks only what the client can answer', (mcp) => {
    const can = mcp.mcpReq.envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? {};
    const asked = {
      ...(can.elicitation && { user_name: askName }),
      ...(can.sampling && { greeting: askModel('Generate a greeting', 50) }),
    };
    return Object.keys(asked).length > 0 ? question(asked) : success('Nothing that this client could be asked.');
  }),
  conversation('test_missing_capability', 'Needs a client that can sample', () =>
    question({ greeting: askModel('Generate a greeting', 50) }),
  ),
  conversation('test_streaming_elicitation', 'Asks for a name', () => question({ user_name: askName })),
];
