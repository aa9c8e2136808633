// A server with the tasks extension, which the SDK has no server side for: the upstream of the gateway for the suite's
// tasks scenarios. node test/conformance/tasks-server.mjs
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

const EXTENSION = 'io.modelcontextprotocol/tasks';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const INFO = { 'io.modelcontextprotocol/serverInfo': { name: 'conformance-tasks', version: '1.0.0' } };
const TTL_MS = 60_000;
const PRIVATE = { ttlMs: 0, cacheScope: 'private' };

const text = (value) => ({ content: [{ type: 'text', text: value }] });
const elicit = (message, field) => ({
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message,
    requestedSchema: { type: 'object', properties: { [field]: { type: 'string' } }, required: [field] },
  },
});
const answered = ({ content } = {}) => Object.values(content ?? {})[0];

class WireError extends Error {
  constructor(code, message, data) {
    super(message);
    this.wire = { code, message, ...(data && { data }) };
  }
}

const tasks = new Map();

/** Starts a task that works for a while, or waits for answers first. */
function start(work, { ms = 0, questions = {} } = {}) {
  const at = new Date().toISOString();
  const task = {
    taskId: randomUUID(),
    status: 'working',
    createdAt: at,
    lastUpdatedAt: at,
    ttlMs: TTL_MS,
    answers: {},
  };
  tasks.set(task.taskId, task);
  task.questions = questions;
  task.finish = () => {
    task.timer = setTimeout(() => {
      if (task.status === 'cancelled') return;
      try {
        end(task, 'completed', { result: { resultType: 'complete', ...work(task.answers) } });
      } catch (error) {
        end(task, 'failed', { error: error.wire ?? { code: -32603, message: error.message } });
      }
    }, ms);
  };
  if (Object.keys(questions).length === 0) task.finish();
  else task.status = 'input_required';
  return { resultType: 'task', ...stateOf(task), status: 'working' };
}

function end(task, status, outcome) {
  clearTimeout(task.timer);
  Object.assign(task, { status, outcome, lastUpdatedAt: new Date().toISOString() });
}

function stateOf({ taskId, status, createdAt, lastUpdatedAt, ttlMs }) {
  return { taskId, status, createdAt, lastUpdatedAt, ttlMs, pollIntervalMs: 100 };
}

const TOOLS = {
  greet: ({ name }) => text(`Hello, ${name}!`),
  slow_compute: async ({ seconds = 1 }, { hasTasks }) => {
    const done = () => text(`Computed for ${seconds} seconds`);
    if (hasTasks) return start(done, { ms: seconds * 1_000 });
    await new Promise((next) => setTimeout(next, seconds * 1_000));
    return done();
  },
  failing_job: (_input, { required }) => {
    required();
    return start(() => ({ ...text('The job failed'), isError: true }), { ms: 1_000 });
  },
  protocol_error_job: (_input, { required }) => {
    required();
    return start(() => {
      throw new WireError(-32_603, 'The job crashed');
    });
  },
  confirm_delete: ({ filename = 'file' }, { required }) => {
    required();
    const questions = { confirm: elicit(`Delete ${filename}?`, 'confirm') };
    return start(({ confirm }) => text(`${filename}: ${answered(confirm) ?? confirm?.action}`), { questions });
  },
  multi_input: (_input, { required }) => {
    required();
    const questions = { first: elicit('The first?', 'first'), second: elicit('The second?', 'second') };
    return start(({ first, second }) => text(`${answered(first)} and ${answered(second)}`), { questions });
  },
  test_tool_with_task: (_input, { required, inputResponses }) => {
    required();
    if (!inputResponses?.user_name)
      return {
        resultType: 'input_required',
        inputRequests: { user_name: elicit('What is your name?', 'name') },
        requestState: 'asked-for-name',
      };
    return start(() => text(`Hello, ${answered(inputResponses.user_name)}!`), { ms: 200 });
  },
};

async function answer({ method, params = {} }) {
  if (method === 'server/discover')
    return {
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: {}, extensions: { [EXTENSION]: {} } },
      ...PRIVATE,
    };
  if (method === 'tools/list')
    return {
      tools: Object.keys(TOOLS).map((name) => ({
        name,
        description: `The tool ${name}.`,
        inputSchema: { type: 'object' },
      })),
      ...PRIVATE,
    };
  const hasTasks = params._meta?.[CAPABILITIES]?.extensions?.[EXTENSION] !== undefined;
  const required = () => {
    if (hasTasks) return;
    const requiredCapabilities = { extensions: { [EXTENSION]: {} } };
    throw new WireError(-32_021, 'The client has to declare the tasks extension', { requiredCapabilities });
  };
  if (method === 'tools/call') {
    const tool = TOOLS[params.name];
    if (!tool) throw new WireError(-32_602, `Unknown tool ${params.name}`);
    return tool(params.arguments ?? {}, { hasTasks, required, inputResponses: params.inputResponses });
  }
  if (!['tasks/get', 'tasks/update', 'tasks/cancel'].includes(method)) throw new WireError(-32_601, 'Unknown method');
  required();
  const task = tasks.get(params.taskId);
  if (!task) throw new WireError(-32_602, 'Unknown task');
  if (method === 'tasks/cancel' && !task.outcome) end(task, 'cancelled', task.outcome);
  if (method === 'tasks/update') update(task, params.inputResponses ?? {});
  if (method !== 'tasks/get') return {};
  return {
    ...stateOf(task),
    ...(task.status === 'input_required' && { inputRequests: task.questions }),
    ...task.outcome,
  };
}

/** The task goes on when every question is answered. */
function update(task, responses) {
  if (task.status !== 'input_required') return;
  const { questions } = task;
  Object.assign(task.answers, responses);
  task.questions = Object.fromEntries(Object.entries(questions).filter(([key]) => !(key in responses)));
  if (Object.keys(task.questions).length > 0) return;
  task.status = 'working';
  task.finish();
}

const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  const message = body ? JSON.parse(body) : {};
  if (message.id === undefined) return response.writeHead(message.method ? 202 : 405).end();
  let outcome;
  try {
    outcome = { result: { resultType: 'complete', ...(await answer(message)), _meta: INFO } };
  } catch (error) {
    outcome = { error: error.wire ?? { code: -32_603, message: error.message } };
  }
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...outcome }));
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}/mcp\n`));
process.once('SIGTERM', () => process.exit(0));
