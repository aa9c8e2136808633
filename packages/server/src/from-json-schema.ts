import { fromJsonSchema as fromValidSchema } from '@modelcontextprotocol/server';

/**
 * JSON Schema as the input or output of a command. A wrong schema is refused by `defineCommand`, whose error names the
 * command: here it is not known yet.
 */
export const fromJsonSchema: typeof fromValidSchema = <T>(...given: Parameters<typeof fromValidSchema>) => {
  try {
    return fromValidSchema<T>(...given);
  } catch (error) {
    const refuse = (): never => {
      throw error;
    };
    return {
      '~standard': { version: 1, vendor: VENDOR, validate: refuse, jsonSchema: { input: refuse, output: refuse } },
    };
  }
};

/** The vendor of the SDK's own `fromJsonSchema`. */
const VENDOR = 'mcp';
