import type { NamedServer } from '../names/named-tools.ts';
import { realExample, serverNames } from './real-names.ts';
import { type Skill, skill } from './skill.ts';

const PACKAGE = '@foldout/workspace';

/** The skill for loading tools by level: names, then descriptions, then one definition. */
export function discoverySkill(servers: readonly NamedServer[]): Skill {
  const { server, tool, words } = realExample(servers);
  const names = serverNames(servers, 12);
  const description =
    'Load tool definitions level by level instead of all at once: names, then descriptions, then the one that is ' +
    `called. Use whenever you have to find the right tool among many (servers here: ${names.join(', ')}).`;
  return skill(
    'progressive-mcp-discovery',
    description.slice(0, 1_024),
    `# Load only what the task needs

| level | what you get | when |
| --- | --- | --- |
| \`name\` | server and tool | you want to know what there is |
| \`description\` | one line for each tool | you choose between tools |
| \`full\` | the whole TypeScript file | you are about to call the tool |

## You know the server

Search for its name to list its tools. In the folder of the tree:

\`\`\`ts
import { searchTools } from '${PACKAGE}';

await searchTools('${server}', 'name');
\`\`\`

## You know what you need

Describe the task in plain words. At most ten tools come back, the best first, each with a score from 0 to 1:

\`\`\`ts
const found = await searchTools('${words}', 'description');
\`\`\`

- Score above 0.8: load that tool with \`searchTools('${server} ${tool}', 'full')\`, or read
  \`servers/${server}/${tool}.ts\`.
- Lower: read the descriptions and choose; do not load several files to compare them.
- \`lowConfidence: true\`: no tool fits well. Search once with other words, then list the servers.

## You need a related tool

Look in the same server first (\`searchTools('${server}', 'description')\`), then search. Do not read
a file twice: its function and its types stay the same for the whole task.

A script of \`foldout run\` searches with \`searchTools(query)\` of \`./foldout.ts\`, without levels.
`,
  );
}
