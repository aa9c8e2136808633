import { describe, expect, it } from 'vitest';
import { engineWith } from '../../../../test/fixtures/tools.ts';
import { leanSchema } from './lean-schema.ts';
import { LISTED_SCHEMAS } from './listed-schemas.ts';
import { HIDDEN_WITHOUT_CONTEXTS, metaTools } from './meta-tools.ts';

describe('the schemas that were written down', () => {
  it('are those of the meta-tools (else run scripts/write-listed-schemas.mjs)', () => {
    const tools = metaTools(engineWith([]));
    const converted = tools.map(({ name, input }) => [name, leanSchema(input, HIDDEN_WITHOUT_CONTEXTS)]);
    expect(JSON.stringify(LISTED_SCHEMAS)).toBe(JSON.stringify(Object.fromEntries(converted)));
  });
});
