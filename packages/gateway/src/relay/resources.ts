import type { JsonObject } from '@foldout/core';
import { ResourceNotFoundError } from '@modelcontextprotocol/server';
import type { ServerManifest } from '../cache/manifest.ts';
import type { Upstream } from '../upstreams/upstream.ts';
import { appPagesOf } from './app-pages.ts';
import { type Named, type Naming, namesApart } from './names-apart.ts';
import { skillFilesOf } from './skill-entries.ts';
import { literalPrefix, matchesTemplate } from './uri-template.ts';

/** Prefix of a URI that several servers have: `foldout://git/file:///readme`. */
const PREFIX = 'foldout://';
/** The same for the pages of apps (`ui://foldout/git/commits.html`): hosts show only pages with this scheme. */
const PAGE_PREFIX = 'ui://foldout/';
const PAGE_SCHEME = 'ui://';

export function listResources(upstreams: readonly Upstream[]): JsonObject[] {
  return resourcesOf(upstreams).flatMap(({ definition }) => (isUnlisted(definition) ? [] : [definition]));
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
  // Another server must not be asked for what names a server that does not exist for this client.
  if (NAMING.isClaimed(uri, uri, [])) throw new ResourceNotFoundError(uri);
  const [matching, ...rivals] = upstreamsWithTemplateFor(upstreams, uri);
  if (matching && rivals.length === 0) return { upstream: matching, own: uri };
  // A template of one server must not take the URIs of another: the client has to name the server.
  if (matching) throw new ResourceNotFoundError(uri, ambiguous(uri, [matching, ...rivals]));
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

/** Listed resources, the pages that tools of apps name, and the files of skills: a server need not list those. */
function resourcesOf(upstreams: readonly Upstream[]): readonly Named[] {
  return namesApart(upstreams, ({ manifest }) => (manifest ? withUnlisted(manifest) : []), 'uri', NAMING);
}

function withUnlisted(manifest: ServerManifest): readonly JsonObject[] {
  const { resources } = manifest;
  const listed = new Set(resources.map(({ uri }) => uri));
  const others = [...appPagesOf(manifest), ...skillFilesOf(manifest)].filter((uri) => !listed.has(uri));
  return others.length === 0 ? resources : [...resources, ...others.map((uri) => ({ uri }))];
}

/** A listed resource has a name. */
function isUnlisted(definition: JsonObject): boolean {
  return Object.keys(definition).length === 1;
}

function templatesOf(upstreams: readonly Upstream[]): readonly Named[] {
  return namesApart(upstreams, ({ manifest }) => manifest?.resourceTemplates ?? [], 'uriTemplate', NAMING);
}

/** URIs that begin with the prefix are the gateway's: those of a server get the server's own prefix in addition. */
const NAMING: Naming = {
  withServer: (server, own) =>
    own.startsWith(PAGE_SCHEME)
      ? `${PAGE_PREFIX}${server}/${own.slice(PAGE_SCHEME.length)}`
      : `${PREFIX}${server}/${own}`,
  isClaimed: (uri) => uri.toLowerCase().startsWith(PREFIX) || uri.toLowerCase().startsWith(PAGE_PREFIX),
  isUnlisted,
};

/** A template that begins with an expression fits every URI: it counts only for requests that name its server. */
function upstreamsWithTemplateFor(upstreams: readonly Upstream[], uri: string): Upstream[] {
  return upstreams.filter(({ manifest }) =>
    manifest?.resourceTemplates.some(({ uriTemplate }) => {
      return typeof uriTemplate === 'string' && hasScheme(uriTemplate) && matchesTemplate(uriTemplate, uri);
    }),
  );
}

function hasScheme(template: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(literalPrefix(template)) && !template.toLowerCase().startsWith(PREFIX);
}

function ambiguous(uri: string, upstreams: readonly Upstream[]): string {
  const addresses = upstreams.map(({ name }) => NAMING.withServer(name, uri));
  return `Several servers have a template for '${uri.slice(0, 200)}'. Read ${addresses.join(' or ')}.`;
}

function serverIn(upstreams: readonly Upstream[], uri: string): { upstream: Upstream; own: string } | undefined {
  const [prefix, scheme] = uri.startsWith(PAGE_PREFIX) ? [PAGE_PREFIX, PAGE_SCHEME] : [PREFIX, ''];
  if (!uri.startsWith(prefix)) return undefined;
  const end = uri.indexOf('/', prefix.length);
  const upstream = upstreams.find(({ name }) => name === uri.slice(prefix.length, end));
  return upstream && { upstream, own: `${scheme}${uri.slice(end + 1)}` };
}
