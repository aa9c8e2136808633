import { create, insertMultiple, search } from '@orama/orama';
import type { Subject } from './subject.ts';

export const oramaDefault: Subject = {
  name: 'orama',
  async build(tools) {
    const index = create({ schema: { name: 'string', description: 'string' } as const });
    await insertMultiple(
      index,
      tools.map(({ name, description }, id) => ({ id: String(id), name, description })),
      5_000,
    );
    return {
      async search(query, limit) {
        const { hits } = await search(index, { term: query, limit });
        return hits.map(({ id, score }) => ({ id: tools[Number(id)]?.id ?? '', score }));
      },
    };
  },
};
