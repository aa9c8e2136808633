import { describe, expect, it } from 'vitest';
import { LISTED_SCHEMAS } from './listed-schemas.ts';
import { listedSchemas } from './meta-tools.ts';

describe('the generated schemas of the meta-tools', () => {
  it('are up to date (if not, run npm run build)', () => {
    expect(JSON.stringify(LISTED_SCHEMAS)).toBe(JSON.stringify(listedSchemas()));
  });
});
