import { type Json, json, plainEvents, readContent, type SeenResult, type Wire } from './wire.ts';

/** Google's `generateContent`. */
export const gemini: Wire = {
  matches: (path) => /:(stream)?generateContent/i.test(path),
  read: ({ tools = [], contents = [], systemInstruction }) => ({
    tools: tools.flatMap(({ functionDeclarations = [] }: Json) =>
      functionDeclarations.map((definition: Json) => ({ name: definition.name, definition })),
    ),
    results: contents.flatMap(({ parts = [] }: Json) => readParts(parts)),
    rest: JSON.stringify({ systemInstruction, contents }),
  }),
  answer(reply, { path }) {
    const part =
      'use' in reply ? { functionCall: { name: reply.use.tool.name, args: reply.use.input } } : { text: reply.text };
    const answer = {
      candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 10, totalTokenCount: 20 },
    };
    return /streamGenerateContent/i.test(path) ? plainEvents([answer]) : json(answer);
  },
};

/** Pictures stand in the `parts` of a function response, or beside it in the same turn. */
function readParts(parts: readonly Json[]): SeenResult[] {
  const beside = parts.filter(({ inlineData }) => inlineData).length;
  return parts
    .filter(({ functionResponse }) => functionResponse)
    .map(({ functionResponse: { response, parts: inner = [] } }) => ({
      text: typeof response?.output === 'string' ? response.output : JSON.stringify(response),
      images: beside + readContent(inner).images,
    }));
}
