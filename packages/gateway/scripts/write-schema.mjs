// Writes foldout.schema.json from the schema that configurations are checked with. Needs a build.
import { writeFileSync } from 'node:fs';
import { configJsonSchema } from '../dist/config/config-schema.js';

const file = new URL('../foldout.schema.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(configJsonSchema(), null, 2)}\n`);
