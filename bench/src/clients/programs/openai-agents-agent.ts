// An agent as the documentation of OpenAI Agents writes one. It is copied beside the installed packages, which this
// repository does not have: hence the import without types.
const { gateway, prompt } = JSON.parse(process.argv[2] ?? '{}');
const { Agent, MCPServerStdio, MCPServerStreamableHttp, run, setTracingDisabled } = await import(
  '@openai/agents' as string
);

setTracingDisabled(true);
const server = gateway.url ? new MCPServerStreamableHttp({ url: gateway.url }) : new MCPServerStdio(gateway);
await server.connect();
try {
  const agent = new Agent({ name: 'lab', instructions: 'Use your tools.', model: 'scripted', mcpServers: [server] });
  const { finalOutput } = await run(agent, prompt, { maxTurns: 30 });
  process.stdout.write(`${finalOutput}\n`);
} finally {
  await server.close();
}

export {};
