import { DefinitionError, type JsonObject } from '@foldout/core';
import { isObject } from '@foldout/core/internal';
import { upgrade } from '@scalar/openapi-upgrader';

/** An OpenAPI document of version 2.0, 3.0 or 3.1 as a document of version 3.1. The given document is not changed. */
export function readDocument(document: unknown): JsonObject {
  if (typeof document === 'string') {
    throw new DefinitionError(
      'The OpenAPI document is a text. Parse it first: JSON.parse(text), or parse(text) of the package yaml.',
    );
  }
  const version = isObject(document) ? (document['openapi'] ?? document['swagger']) : undefined;
  if (!isObject(document) || !/^(2\.0|3\.[01](\.|$))/.test(String(version))) {
    const seen = version === undefined ? "has neither 'openapi' nor 'swagger'" : `has the version ${String(version)}`;
    throw new DefinitionError(`The OpenAPI document ${seen}. Versions 2.0, 3.0 and 3.1 can be read.`);
  }
  // The upgrade of version 2.0 changes the object that it is given.
  const upgraded: unknown = upgrade(structuredClone(document), '3.1');
  return isObject(upgraded) ? upgraded : {};
}
