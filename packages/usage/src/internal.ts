// Exports for the other packages of this repository. Not public: any release may change them.
export { fadeShape, mergeShapes, type Shape, shapeOf, tidyShape } from './shapes/shape.ts';
export { schemaOfShape } from './shapes/shape-schema.ts';
export { trackCalls } from './tracking/track-calls.ts';
