import { z } from 'zod';
import { gatewayConfig } from './config-schema.ts';

/** Where editors find the schema that a configuration names. */
export const CONFIG_SCHEMA_URL = 'https://unpkg.com/@foldout/gateway/foldout.schema.json';

const SHA256 = '^[0-9a-f]{64}$';

/** The configuration as a JSON Schema for editors, made from the one that is checked. */
export function configJsonSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(gatewayConfig, {
    target: 'draft-7',
    // What is checked after variables were replaced may not be asked of a text that still holds them.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format === 'uri') {
        delete jsonSchema.format;
        jsonSchema.pattern = '^(https?://|\\$\\{)';
      }
      if (jsonSchema.type === 'string' && (jsonSchema.minLength ?? 0) > 1) delete jsonSchema.minLength;
      if (jsonSchema.pattern === SHA256) jsonSchema.pattern = `${SHA256}|\\$\\{`;
    },
  });
  return { $id: CONFIG_SCHEMA_URL, title: 'Configuration of a Foldout gateway', ...schema, allowTrailingCommas: true };
}
