import { extname, resolve } from 'node:path';
import { isObject } from '@foldout/clients/internal';
import { nameFor } from '@foldout/gateway/internal';
import type { NewServer } from './source.ts';

/** The end of an address where APIs publish their OpenAPI document. */
const DOCUMENT = /\.(json|ya?ml)$|\/(openapi|swagger|api-docs)\/?$/i;

export function isOpenApiAddress(address: string): boolean {
  return URL.canParse(address) && DOCUMENT.test(new URL(address).pathname);
}

/** Whether the content of a JSON file is an OpenAPI document. */
export function isOpenApi(root: unknown): boolean {
  return isObject(root) && (root['openapi'] !== undefined || root['swagger'] !== undefined);
}

/** A server whose tools are the operations of an OpenAPI document, in a file or at an address. */
export function fromOpenApi(place: string): NewServer {
  const isAddress = /^https?:\/\//i.test(place);
  const openapi = isAddress ? place : resolve(place);
  const name = nameFor(isAddress ? { url: place } : { command: openapi.slice(0, -extname(openapi).length) });
  return { name, server: { openapi }, needs: [] };
}
