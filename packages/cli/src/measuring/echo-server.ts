/** A minimal MCP server for `node -e`. Its calls take almost no time, so measurements show the connection cost. */
export const ECHO_PROGRAM = `
const send = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
const tools = [{ name: 'echo', description: 'Returns its input', inputSchema: { type: 'object', properties: { text: { type: 'string' } } } }];
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'echo', version: '1' } }),
  'tools/list': () => ({ tools }),
  'tools/call': ({ arguments: input }) => ({ content: [{ type: 'text', text: String(input.text) }] }),
};
let rest = '';
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\\n');
  rest = lines.pop();
  for (const line of lines) {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) continue;
    if (answers[method]) send(id, answers[method](params ?? {}));
    else process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'unknown' } }) + '\\n');
  }
});
process.stdin.on('end', () => process.exit(0));
`;
