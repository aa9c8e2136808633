import { describe, expect, it } from 'vitest';
import { claudeCode } from './clients/claude-code.ts';
import { geminiCli } from './clients/gemini-cli.ts';
import { promptText } from './prompt-text.ts';

const TOOL = {
  name: 'create_issue',
  description: 'Create an issue.',
  inputSchema: { type: 'object' },
  outputSchema: { type: 'object', properties: { url: { type: 'string' } } },
  annotations: { readOnlyHint: false },
};

describe('what a client puts of a listed tool before its model', () => {
  it('is name, description and input schema: output schemas, annotations and _meta reach no model', () => {
    const text = '{"name":"create_issue","description":"Create an issue.","inputSchema":{"type":"object"}}';
    expect(promptText(TOOL)).toBe(text);
    expect(promptText(TOOL, geminiCli.facts)).toBe(text);
    expect(promptText({ ...TOOL, ...{ _meta: { 'anthropic/alwaysLoad': true } } }, claudeCode.facts)).toBe(text);
  });

  it('is only the start of the text, for a client that defers tools by itself', () => {
    expect(promptText(TOOL, claudeCode.facts)).toBe('create_issue Create an issue.');
  });
});
