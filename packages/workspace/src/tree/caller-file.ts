/** The module that calls tools outside of the sandbox, relative to the root of the tree. `RUNTIME_PATH` loads it on the first call. */
export const CALLER_PATH = 'caller.mjs';

/** Plain JavaScript without dependencies, so that it runs in Node, Bun and Deno wherever the tree is copied to. */
export const CALLER_TEXT = `/**
 * Sends the calls of this tree to a gateway, in Node, Bun and Deno
 *
 * FOLDOUT_URL      address of a gateway that is running: http://127.0.0.1:3200/mcp
 * FOLDOUT_TOKEN    its bearer token, if it asks for one
 * FOLDOUT_COMMAND  without an address: the command that starts one over stdio. A JSON list, or words; default: foldout serve
 */
import { spawn } from 'node:child_process';
import process from 'node:process';

const CLIENT = { name: 'foldout-workspace', version: '1' };
const VERSION = { modern: '2026-07-28', legacy: '2025-11-25' };
const START = "Start one with 'foldout serve --http' and set FOLDOUT_URL to its address, or set FOLDOUT_COMMAND.";

/** Calls a tool through the gateway, and returns its result: structured content, text, or content blocks. */
export async function callGateway(server, tool, input) {
  const params = { name: 'afd-call', arguments: { command: server + '/' + tool, input: input ?? {} } };
  const url = process.env.FOLDOUT_URL;
  return valueOf(url ? await overHttp(url, params) : await overStdio(params), server + '/' + tool);
}

function valueOf({ content = [], structuredContent, isError }, name) {
  const texts = content.map((block) => (block.type === 'text' ? block.text : undefined));
  const text = texts.length > 0 && !texts.includes(undefined) ? texts.join('\\n') : undefined;
  if (isError) throw toolError(structuredContent?.error, text ?? name + ' failed without a message');
  return isCommandResult(structuredContent) ? structuredContent.data : (structuredContent ?? text ?? content);
}

/** A command of a server that was made with Foldout answers with a result around its data. */
function isCommandResult(value) {
  return value?.success === true && 'data' in value;
}

function toolError(error, text) {
  const thrown = new Error(error?.code ? error.code + ': ' + error.message : text);
  return Object.assign(thrown, { name: 'ToolError', code: error?.code, suggestion: error?.suggestion });
}

async function overHttp(url, params) {
  const token = process.env.FOLDOUT_TOKEN;
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': VERSION.modern,
    'io.modelcontextprotocol/clientInfo': CLIENT,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': VERSION.modern,
      'mcp-method': 'tools/call',
      'mcp-name': params.name,
      ...(token && { authorization: 'Bearer ' + token }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...params, _meta } }),
  }).catch((error) => {
    throw new Error('No gateway answers at ' + url + ' (' + (error.cause?.code ?? error.message) + '). ' + START);
  });
  if (response.status === 401) throw new Error('The gateway at ' + url + ' refuses the token. Set FOLDOUT_TOKEN.');
  const body = await response.text();
  const answers = body.startsWith('{') ? [body] : [...body.matchAll(/^data: ?(.*)$/gm)].map(([, data]) => data);
  const answer = answers.filter((data) => data.startsWith('{')).map((data) => JSON.parse(data)).find(({ id }) => id === 1);
  if (!answer) throw new Error('The gateway at ' + url + ' answered ' + response.status + ': ' + body.slice(0, 200));
  return resultOf(answer);
}

function resultOf({ result, error }) {
  if (error) throw toolError(undefined, error.message);
  if (result.resultType === 'input_required') throw toolError(undefined, 'The tool asks its user a question: call it from a client.');
  return result;
}

let connection;

async function overStdio(params) {
  connection ??= connect();
  const { request } = await connection;
  return resultOf(await request('tools/call', params));
}

/** The process of the gateway. It keeps the script running only while a call is open. */
async function connect() {
  const text = process.env.FOLDOUT_COMMAND ?? 'foldout serve';
  const [command, ...args] = text.startsWith('[') ? JSON.parse(text) : text.split(/ +/);
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'], shell: process.platform === 'win32' });
  const open = new Map();
  let last = 0;
  let received = '';
  let idle;
  const hold = (isOpen) => {
    for (const part of [child, child.stdin, child.stdout]) part[isOpen ? 'ref' : 'unref']?.();
    clearTimeout(idle);
    if (isOpen) return;
    // Bun does not end while the child runs, so the child is ended. Node and Deno end at once.
    idle = setTimeout(() => {
      connection = undefined;
      child.stdin.end();
    }, 500);
    idle.unref?.();
  };
  const fail = (reason) => {
    connection = undefined;
    for (const { reject } of open.values()) reject(new Error("'" + text + "' " + reason + '. ' + START));
    open.clear();
  };
  child.on('error', (error) => fail('cannot be started (' + error.code + ')'));
  child.on('exit', (code) => fail('has ended' + (code === null ? '' : ' with exit code ' + code)));
  child.stdin.on('error', () => {});
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    received += chunk;
    const lines = received.split('\\n');
    received = lines.pop();
    for (const line of lines) if (line.trim() !== '') receive(JSON.parse(line));
  });
  const write = (message) => child.stdin.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
  const receive = (message) => {
    if (message.method !== undefined) {
      // This client offers nothing that a server could ask for.
      if (message.id !== undefined) write({ id: message.id, error: { code: -32601, message: 'Not supported' } });
      return;
    }
    open.get(message.id)?.resolve(message);
    open.delete(message.id);
    if (open.size === 0) hold(false);
  };
  const request = (method, params) =>
    new Promise((resolve, reject) => {
      hold(true);
      last += 1;
      open.set(last, { resolve, reject });
      write({ id: last, method, params });
    });
  await request('initialize', { protocolVersion: VERSION.legacy, capabilities: {}, clientInfo: CLIENT });
  write({ method: 'notifications/initialized' });
  return { request };
}
`;
