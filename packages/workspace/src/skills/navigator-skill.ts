import type { NamedServer } from '../names/named-tools.ts';
import { realExample, serverNames } from './real-names.ts';
import { type Skill, skill } from './skill.ts';

/** The skill for navigating the tree: folders, files, imports. */
export function navigatorSkill(servers: readonly NamedServer[]): Skill {
  const tools = servers.reduce((sum, server) => sum + server.tools.length, 0);
  const { server, tool, input } = realExample(servers);
  const names = serverNames(servers);
  const more = servers.length - names.length;
  const description =
    'Find MCP tools as TypeScript files and call them from a script. Use when a task needs a tool whose definition is ' +
    `not loaded yet, such as one of these servers: ${serverNames(servers, 12).join(', ')}.`;
  return skill(
    'mcp-tool-navigator',
    description.slice(0, 1_024),
    `# The tool tree

Every tool is one file, \`servers/<server>/<tool>.ts\`. There are ${tools} tools of ${servers.length} servers, so never read them
all: list, choose, then read the few files you need.

## Servers

${names.map((name) => `- \`${name}\``).join('\n')}${more > 0 ? `\n- and ${more} more: list \`servers/\`` : ''}

## Steps

1. List the servers: \`ls servers\`
2. List the tools of one: \`ls servers/${server}\` (leave out \`index.ts\`)
3. See what a tool is for; the first lines of its file say it: \`head -c 500 servers/${server}/${tool}.ts\`
4. Read the whole file only of a tool that you are about to call. It holds the types of its input and its response.
5. Import it from its server's folder and call it:

\`\`\`ts
import { ${tool} } from './servers/${server}';

const result = await ${tool}(${input});
console.log(result);
\`\`\`

Run the script with \`foldout run script.ts\`. It reaches the tools and nothing else: no files, no network.

## Rules

- Pass data from one tool to the next inside of the script. Print a summary, not the data.
- Independent calls go together: \`await Promise.all([…])\`.
- A response of type \`ToolResult\` is not described by its server: look at one before you rely on its shape.
- The files are generated. Do not edit them; put scripts beside \`servers\`.
`,
  );
}
