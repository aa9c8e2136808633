import type { JsonObject } from '@foldout/core';
import { ResourceNotFoundError, UriTemplate } from '@modelcontextprotocol/server';
import type { Upstream } from '../upstreams/upstream.ts';
import { type Named, namesApart } from './names-apart.ts';

/** Prefix of a URI that several servers have: `foldout://git/file:///readme`. */
const PREFIX = 'foldout://';

export function listResources(upstreams: readonly Upstream[]): JsonObject[] {
  return resourcesOf(upstreams).map(({ definition }) => definition);
}

export function listTemplates(upstreams: readonly Upstream[]): JsonObject[] {
  return templatesOf(upstreams).map(({ definition }) => definition);
}

/** The upstream that has a resource, and the URI there. The resource is listed or matches a template. */
export function findResource(upstreams: readonly Upstream[], uri: string): { upstream: Upstream; own: string } {
  const withServer = serverIn(upstreams, uri);
  if (withServer) return withServer;
  const listed = resourcesOf(upstreams).find((resource) => resource.listed === uri);
  if (listed) return listed;
  const template = templatesOf(upstreams).find(({ own }) => matches(own, uri));
  if (template) return { upstream: template.upstream, own: uri };
  // A server may have unlisted resources. If only one server supports resources, the request goes to that server.
  const [only, ...others] = upstreams.filter(({ manifest }) => manifest?.capabilities['resources'] !== undefined);
  if (only && others.length === 0) return { upstream: only, own: uri };
  throw new ResourceNotFoundError(uri);
}

export function findTemplate(upstreams: readonly Upstream[], template: string): { upstream: Upstream; own: string } {
  const found = templatesOf(upstreams).find(({ listed }) => listed === template) ?? serverIn(upstreams, template);
  return found ?? findResource(upstreams, template);
}

/** The URI of an upstream's resource in the gateway's list. */
export function listedUri(upstreams: readonly Upstream[], upstream: Upstream, own: string): string {
  const found = resourcesOf(upstreams).find((resource) => resource.upstream === upstream && resource.own === own);
  return found?.listed ?? own;
}

function resourcesOf(upstreams: readonly Upstream[]): readonly Named[] {
  return namesApart(upstreams, ({ manifest }) => manifest?.resources ?? [], 'uri', prefixed);
}

function templatesOf(upstreams: readonly Upstream[]): readonly Named[] {
  return namesApart(upstreams, ({ manifest }) => manifest?.resourceTemplates ?? [], 'uriTemplate', prefixed);
}

function prefixed(server: string, own: string): string {
  return `${PREFIX}${server}/${own}`;
}

function serverIn(upstreams: readonly Upstream[], uri: string): { upstream: Upstream; own: string } | undefined {
  if (!uri.startsWith(PREFIX)) return undefined;
  const end = uri.indexOf('/', PREFIX.length);
  const upstream = upstreams.find(({ name }) => name === uri.slice(PREFIX.length, end));
  return upstream && { upstream, own: uri.slice(end + 1) };
}

function matches(template: string, uri: string): boolean {
  try {
    return new UriTemplate(template).match(uri) !== null;
  } catch {
    // An invalid template matches nothing.
    return false;
  }
}
