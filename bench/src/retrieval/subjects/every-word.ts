import type { Subject } from './subject.ts';

/** A plain filter: every word of the query occurs in the name or the description. */
export const everyWord: Subject = {
  name: 'every-word',
  build(tools) {
    const texts = tools.map(({ name, description }) => `${name} ${description}`.toLowerCase());
    return {
      search(query, limit) {
        const words = query.toLowerCase().split(/\s+/).filter(Boolean);
        const found = tools.filter((_, i) => words.every((word) => texts[i]?.includes(word)));
        return found.slice(0, limit).map(({ id }) => ({ id, score: 1 }));
      },
    };
  },
};
