import type { Found, Subject } from './subject.ts';

/** Cosine similarity of TF-IDF vectors of name and description, computed for every tool. */
export const tfIdf: Subject = {
  name: 'tf-idf',
  build(tools) {
    const documents = tools.map(({ name, description }) => counts(`${name} ${description}`));
    const documentFrequency = new Map<string, number>();
    for (const document of documents) {
      for (const word of document.keys()) documentFrequency.set(word, (documentFrequency.get(word) ?? 0) + 1);
    }
    const weigh = (words: Map<string, number>) => {
      const weighed = new Map<string, number>();
      let squares = 0;
      for (const [word, count] of words) {
        const weight = count * (Math.log((tools.length + 1) / ((documentFrequency.get(word) ?? 0) + 1)) + 1);
        weighed.set(word, weight);
        squares += weight * weight;
      }
      return { weighed, norm: Math.sqrt(squares) || 1 };
    };
    const vectors = documents.map(weigh);
    return {
      search(query, limit) {
        const { weighed, norm } = weigh(counts(query));
        const found: Found[] = [];
        vectors.forEach((vector, i) => {
          let dot = 0;
          for (const [word, weight] of weighed) dot += weight * (vector.weighed.get(word) ?? 0);
          if (dot > 0) found.push({ id: tools[i]?.id ?? '', score: dot / (norm * vector.norm) });
        });
        return found.sort((a, b) => b.score - a.score).slice(0, limit);
      },
    };
  },
};

function counts(text: string): Map<string, number> {
  const words = new Map<string, number>();
  for (const word of text.toLowerCase().match(/[a-z0-9]+/g) ?? []) words.set(word, (words.get(word) ?? 0) + 1);
  return words;
}
