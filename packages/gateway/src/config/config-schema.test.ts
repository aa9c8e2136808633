import { TOOL_STRATEGIES } from '@foldout/server';
import { describe, expect, it } from 'vitest';
import { gatewayConfig } from './config-schema.ts';

describe('the schema of a configuration', () => {
  it('knows every surface of the server, in its order', () => {
    expect(gatewayConfig.shape.toolStrategy.unwrap().options).toEqual(TOOL_STRATEGIES);
  });
});
