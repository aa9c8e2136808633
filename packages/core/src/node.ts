// The parts of the core that need Node: files and threads. Everything else is in the root entry and runs anywhere.
export { cachedEmbedder } from './search/node/cached-embedder.ts';
export { type LocalModel, localModelEmbedder } from './search/node/local-model-embedder.ts';
export { loadVectorTable } from './search/node/vector-table-file.ts';
