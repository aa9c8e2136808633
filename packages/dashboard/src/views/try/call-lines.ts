import type { Json } from './schema.ts';

export interface CallLine {
  readonly title: string;
  readonly text: string;
}

/** The same call for a shell with curl, for TypeScript, and for the command line. */
export function callLines(endpoint: string, id: string, input: Json): CallLine[] {
  const args = { command: id, input };
  const params = {
    name: 'afd-call',
    arguments: args,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'curl', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const curl = [
    `curl -sS ${endpoint}`,
    "-H 'content-type: application/json'",
    "-H 'accept: application/json, text/event-stream'",
    "-H 'mcp-protocol-version: 2026-07-28'",
    "-H 'mcp-method: tools/call'",
    "-H 'mcp-name: afd-call'",
    `-d ${shellWord(body)}`,
  ].join(' \\\n  ');
  const script = [
    "import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';",
    '',
    "const client = new Client({ name: 'my-script', version: '1' });",
    `await client.connect(new StreamableHTTPClientTransport(new URL(${JSON.stringify(endpoint)})));`,
    `const result = await client.callTool({ name: 'afd-call', arguments: ${JSON.stringify(args, null, 2)} });`,
    'console.log(result);',
    'await client.close();',
  ].join('\n');
  return [
    { title: 'Command line', text: `foldout call ${shellWord(id)} ${shellWord(JSON.stringify(input))}` },
    { title: 'curl', text: curl },
    { title: 'TypeScript', text: script },
  ];
}

/** In single quotes, in which a shell changes nothing. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
