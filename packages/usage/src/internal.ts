// Exports for the other packages of this repository. Not public: any release may change them.
export {
  type LearnedSearches,
  learnSearch,
  liftsOf,
  mergeSearches,
  tidySearches,
} from './learning/learned-searches.ts';
export { fadeShape, mergeShapes, type Shape, shapeOf, tidyShape } from './shapes/shape.ts';
export { schemaOfShape } from './shapes/shape-schema.ts';
export { trackCalls } from './tracking/track-calls.ts';
