import type { ClientFacts } from '@foldout/clients';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { withWords } from './native-words.ts';

const facts = (over: Partial<ClientFacts>): ClientFacts => ({
  names: /x/,
  ownToolSearch: false,
  honorsListChanged: true,
  evidence: 'invented',
  ...over,
});
const PICTURE = Buffer.from('a picture of 26 bytes, say').toString('base64');
const ANSWER: CallToolResult = {
  content: [
    { type: 'text', text: 'Plan:' },
    { type: 'image', mimeType: 'image/png', data: PICTURE },
    { type: 'audio', mimeType: 'audio/wav', data: PICTURE },
    {
      type: 'resource_link',
      name: 'plan.pdf',
      uri: 'file:///plan.pdf',
      mimeType: 'application/pdf',
      description: 'Page 3',
    },
    { type: 'resource', resource: { uri: 'file:///a.bin', blob: PICTURE, mimeType: 'application/zip' } },
    { type: 'resource', resource: { uri: 'file:///a.txt', text: 'plain' } },
  ],
  _meta: { kept: true },
};
const textIn = ({ content }: CallToolResult): string[] =>
  content.flatMap((block) => (block.type === 'text' ? [block.text] : []));

describe("another server's answer", () => {
  it('is unchanged for a client that is not known, and for one that shows everything', () => {
    expect(withWords(ANSWER)).toBe(ANSWER);
    expect(withWords(ANSWER, [], facts({ shows: 'text', images: 'shown', resourceLinks: 'shown' }))).toBe(ANSWER);
    const structured = { content: [], structuredContent: { a: 1 } };
    expect(withWords(structured)).toBe(structured);
  });

  it('says the images and files that a client drops, beside them', () => {
    const said = withWords(ANSWER, [], facts({ images: 'dropped' }));
    expect(textIn(said)).toEqual([
      'Plan:',
      '[image: image/png, 26 bytes; this client does not show it to the model]',
      '[audio: audio/wav, 26 bytes; this client does not show it to the model]',
      '[file file:///a.bin: application/zip, 26 bytes; this client does not show it to the model]',
    ]);
    expect(said.content.filter((block) => block.type !== 'text')).toEqual(ANSWER.content.slice(1));
    expect(said._meta).toEqual({ kept: true });
  });

  it('has words in place of base64 that a client would print', () => {
    const said = withWords(ANSWER, [], facts({ images: 'as-text' }));
    expect(JSON.stringify(said)).not.toContain(PICTURE);
    expect(textIn(said)).toHaveLength(4);
  });

  it('says the link that a client drops', () => {
    const said = withWords(ANSWER, [], facts({ resourceLinks: 'dropped' }));
    expect(textIn(said)[1]).toBe('[resource plan.pdf: file:///plan.pdf, application/pdf - Page 3]');
    expect(said.content).toHaveLength(ANSWER.content.length + 1);
  });

  it('says structured content without a text, to a client that shows texts only', () => {
    const answer = { content: [], structuredContent: { rows: [1, 2] } };
    expect(textIn(withWords(answer, [], facts({ shows: 'text' })))).toEqual(['{"rows":[1,2]}']);
    expect(withWords(answer, [], facts({ shows: 'both' }))).toBe(answer);
    const both = { content: [{ type: 'text' as const, text: 'two rows' }], structuredContent: { rows: [1, 2] } };
    expect(withWords(both, [], facts({ shows: 'text' }))).toBe(both);
  });

  it('has the warnings of the call as its last text, for every client', () => {
    const warned = withWords(ANSWER, ['limit: read "5" as 5']);
    expect(textIn(warned).at(-1)).toBe('! limit: read "5" as 5');
    expect(warned.content.slice(0, -1)).toEqual(ANSWER.content);
  });

  it('leaves the structure out where it would hide the warnings, and says it in the text', () => {
    const structuredContent = { rows: [1, 2] };
    const shows = facts({ shows: 'structured' });
    const same = { content: [{ type: 'text' as const, text: '{ "rows": [1, 2] }' }], structuredContent };
    expect(withWords(same, ['w'], shows)).toEqual({
      content: [...same.content, { type: 'text', text: '! w' }],
    });
    const other = { content: [{ type: 'text' as const, text: 'two rows' }], structuredContent };
    expect(textIn(withWords(other, ['w'], shows))).toEqual(['two rows', '{"rows":[1,2]}', '! w']);
    expect(withWords(other, [], shows)).toBe(other);
  });

  it('leaves the structure out where it would hide the message of an error', () => {
    const failed = {
      content: [{ type: 'text' as const, text: 'The disk is full' }],
      structuredContent: { code: 7 },
      isError: true,
    };
    const said = withWords(failed, [], facts({ shows: 'structured' }));
    expect(said).not.toHaveProperty('structuredContent');
    expect(said.isError).toBe(true);
    expect(textIn(said)).toEqual(['The disk is full', '{"code":7}']);
    for (const shows of ['text', 'both'] as const) expect(withWords(failed, [], facts({ shows }))).toBe(failed);
    const silent = { ...failed, content: [] };
    expect(withWords(silent, [], facts({ shows: 'structured' }))).toBe(silent);
  });
});
