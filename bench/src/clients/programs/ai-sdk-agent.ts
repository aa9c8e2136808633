// An agent as the AI SDK's documentation writes one. It is copied beside the installed packages, which this repository
// does not have: hence imports without types.
const { model, gateway, prompt } = JSON.parse(process.argv[2] ?? '{}');
const { createMCPClient } = await import('@ai-sdk/mcp' as string);
const { Experimental_StdioMCPTransport, StdioMCPTransport = Experimental_StdioMCPTransport } = await import(
  '@ai-sdk/mcp/mcp-stdio' as string
);
const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible' as string);
const { generateText, stepCountIs, isStepCount = stepCountIs } = await import('ai' as string);

const transport = gateway.url ? { type: 'http', url: gateway.url } : new StdioMCPTransport(gateway);
const client = await createMCPClient({ transport });
try {
  const scripted = createOpenAICompatible({ name: 'scripted', baseURL: `${model}/v1`, apiKey: 'x' });
  const tools = await client.tools();
  const { text } = await generateText({ model: scripted('scripted'), tools, prompt, stopWhen: isStepCount(30) });
  process.stdout.write(`${text}\n`);
} finally {
  await client.close();
}

export {};
