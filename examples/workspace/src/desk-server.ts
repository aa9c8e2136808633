// The drive or the CRM as an MCP server of its own, over stdio: node desk-server.js drive
import { type Command, Engine } from '@foldout/core';
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { z } from 'zod';
import { crmCommands } from './crm-commands.ts';
import { driveCommands } from './drive-commands.ts';

const SERVERS: Readonly<Record<string, () => Command[]>> = { drive: driveCommands, crm: crmCommands };

const name = process.argv[2] ?? 'drive';
const commands = SERVERS[name]?.() ?? [];
const engine = new Engine({ name, commands });

serveStdio(() => {
  const server = new McpServer({ name, version: '1.0.0' });
  for (const { name: tool, description, input, output, mutation } of commands) {
    const annotations = { readOnlyHint: !mutation, destructiveHint: false };
    const config = { description, inputSchema: input as z.ZodObject, outputSchema: output as z.ZodObject, annotations };
    server.registerTool(tool, config, async (given) => {
      const result = await engine.call({ command: tool, input: given });
      if (!result.success) return { content: [{ type: 'text', text: result.error.message }], isError: true };
      const structuredContent = result.data as Record<string, unknown>;
      return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
    });
  }
  return server;
});
