// Writes down how the meta-tools are listed, so that a server need not convert their schemas at every start.
// node scripts/write-listed-schemas.mjs, after a build; a test fails when it is stale.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Engine } from '../packages/core/dist/index.js';
import { leanSchema } from '../packages/server/dist/surfaces/lean-schema.js';
import { HIDDEN_WITHOUT_CONTEXTS, metaTools } from '../packages/server/dist/surfaces/meta-tools.js';

const tools = metaTools(new Engine({ name: 'none' }));
const schemas = tools.map(({ name, input }) => [name, leanSchema(input, HIDDEN_WITHOUT_CONTEXTS)]);
const file = join(import.meta.dirname, '..', 'packages', 'server', 'src', 'surfaces', 'listed-schemas.ts');
writeFileSync(
  file,
  `import type { ObjectSchema } from './lean-schema.ts';

/** How the meta-tools are listed where there are no contexts. Made by scripts/write-listed-schemas.mjs: do not edit. */
export const LISTED_SCHEMAS: Readonly<Record<string, ObjectSchema>> = ${JSON.stringify(Object.fromEntries(schemas), undefined, 2)};
`,
);
