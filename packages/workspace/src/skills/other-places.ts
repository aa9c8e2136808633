import type { NamedServer } from '../names/named-tools.ts';
import { realExample, serverNames } from './real-names.ts';
import { type Skill, skill } from './skill.ts';

/** How each step is done where a skill is installed. Every command is one that exists there. */
interface Steps {
  readonly fence: string;
  readonly servers: string;
  readonly tools: (server: string) => string;
  readonly search: (words: string) => string;
  readonly one: (address: string) => string;
  readonly types: (address: string) => string;
  readonly call: (address: string, input: string) => string;
  readonly script: string;
  readonly again: string;
}

const SHELL: Steps = {
  fence: 'sh',
  servers: 'foldout list',
  tools: (server) => `foldout list ${server}`,
  search: (words) => `foldout search "${words}"`,
  one: (address) => `foldout show ${address} --level signature`,
  types: (address) => `foldout show ${address} --typescript`,
  call: (address, input) => `foldout call ${address} '${input}'`,
  script:
    'Write a script that imports from `./servers/<server>` and run it with `foldout run script.ts`; `foldout generate` writes the files that it imports, for you to read.',
  again:
    'Tool lists are saved on disk: the second `foldout search` or `foldout show` starts no server. What you have read stays in your context, so do not read it again.',
};

const GATEWAY: Steps = {
  fence: 'json',
  servers: '{ "tool": "afd-discover", "arguments": { "level": "name" } }',
  tools: (server) => `{ "tool": "afd-discover", "arguments": { "category": "${server}", "level": "name" } }`,
  search: (words) => `{ "tool": "afd-discover", "arguments": { "search": "${words}" } }`,
  one: (address) => `{ "tool": "afd-detail", "arguments": { "command": "${address}" } }`,
  types: (address) => `{ "tool": "afd-detail", "arguments": { "command": "${address}", "format": "typescript" } }`,
  call: (address, input) => `{ "tool": "afd-call", "arguments": { "command": "${address}", "input": ${input} } }`,
  script:
    'Where `run_code` is listed, do this in one script: `import` from `./servers/<server>`, or `foldout.callTool(server, tool, input)`. Otherwise `afd-pipe` passes results on.',
  again:
    'Send the `schemaHash` of a definition as `known`, and `afd-detail` answers `unchanged` in place of the definition.',
};

/** The two skills for a place without a tree: a shell with the command `foldout`, or an agent behind a gateway. */
export function skillsWithoutTree(servers: readonly NamedServer[], place: 'shell' | 'gateway'): Skill[] {
  const steps = place === 'shell' ? SHELL : GATEWAY;
  return [navigator(servers, steps), discovery(servers, steps)];
}

function navigator(servers: readonly NamedServer[], steps: Steps): Skill {
  const { original, address, json } = realExample(servers);
  const names = serverNames(servers);
  const more = servers.length - names.length;
  return skill(
    'mcp-tool-navigator',
    `Find and call MCP tools level by level. Use when a task needs a tool whose definition is not loaded yet, such as one of these servers: ${serverNames(servers, 12).join(', ')}.`.slice(
      0,
      1_024,
    ),
    `# The tools

## Servers

${names.map((name) => `- \`${name}\``).join('\n')}${more > 0 ? `\n- and ${more} more` : ''}

## Steps

1. List the servers:

${fenced(steps, steps.servers)}

2. List the tools of one:

${fenced(steps, steps.tools(original))}

3. Read the definition only of a tool that you are about to call:

${fenced(steps, steps.types(address))}

4. Call it:

${fenced(steps, steps.call(address, json))}

## Rules

- Pass data from one tool to the next without reading it. ${steps.script}
- Print a summary, not the data.
- A response without declared types: look at one before you rely on its shape.
`,
  );
}

function discovery(servers: readonly NamedServer[], steps: Steps): Skill {
  const { words, address } = realExample(servers);
  return skill(
    'progressive-mcp-discovery',
    `Load tool definitions level by level instead of all at once: names, then descriptions, then the one that is called. Use whenever you have to find the right tool among many (servers here: ${serverNames(servers, 12).join(', ')}).`.slice(
      0,
      1_024,
    ),
    `# Load only what the task needs

## You know what you need

Describe the task in plain words. The best tools come back, each with a score from 0 to 1:

${fenced(steps, steps.search(words))}

- Score above 0.8: read that tool's definition and call it.
- Lower: read the descriptions and choose; do not load several definitions to compare them.
- Low confidence: search once with other words, then list the servers.

## You need one definition

${fenced(steps, steps.one(address))}

## What was read is not read again

${steps.again}
`,
  );
}

function fenced({ fence }: Steps, line: string): string {
  return `\`\`\`${fence}\n${line}\n\`\`\``;
}
