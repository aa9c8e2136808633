import type { Tool } from '@foldout/core';
import { upstreamTool } from '@foldout/core/internal';
import picomatch from 'picomatch';
import type { AccessRight } from '../config/http-schema.ts';

/** Identifies a tool in access checks. A `Tool` of the core fits. */
export interface ToolAddress {
  readonly server: string;
  readonly name: string;
  readonly id?: string | undefined;
  readonly category?: string | undefined;
}

/**
 * Who sent a request, and what it may do. The same credentials give the same object while it is in use, so data of a
 * principal can be stored in a WeakMap.
 */
export interface Principal {
  /** Unique. */
  readonly name: string;
  /** The OAuth client that calls for the principal. */
  readonly client?: string | undefined;
  /** Whether the authorization server has issued its token. */
  readonly isOAuth: boolean;
  readonly rights: ReadonlySet<AccessRight>;
  /** The only profile that the principal may use. */
  readonly profile?: string | undefined;
  /** Whether `allows` and `servers` are always true. */
  readonly unrestricted: boolean;
  /** Whether the principal may see and call a tool. */
  allows(tool: ToolAddress): boolean;
  /** Whether the principal may see a server: it may use at least one of the server's tools. */
  servers(name: string): boolean;
  /** Whether the principal may use what a server offers besides tools (prompts, resources, completions): all of its tools are allowed. */
  offers(name: string): boolean;
  /** Equal for the same rights. */
  readonly grant: string;
}

export interface Grant {
  readonly name: string;
  readonly client?: string | undefined;
  readonly isOAuth?: boolean | undefined;
  readonly rights: readonly AccessRight[];
  /** Globs of servers: all of their tools are allowed. */
  readonly servers?: readonly string[] | undefined;
  /** Globs of `server/name`. A tool is allowed if `servers` or `tools` matches, or if both are absent. */
  readonly tools?: readonly string[] | undefined;
  readonly profile?: string | undefined;
}

export const ALL_RIGHTS: readonly AccessRight[] = ['use', 'watch', 'operate', 'administer'];

type Matcher = (text: string) => boolean;

export function createPrincipal({ name, client, isOAuth = false, rights, servers, tools, profile }: Grant): Principal {
  const granted: ReadonlySet<AccessRight> = new Set(rights);
  const grant = JSON.stringify([name, client, [...rights].sort(), servers, tools]);
  if (!servers && !tools) {
    const everything = granted.has('use');
    return {
      name,
      client,
      isOAuth,
      rights: granted,
      profile,
      unrestricted: everything,
      allows: () => everything,
      servers: () => everything,
      offers: () => everything,
      grant,
    };
  }
  const wholeServers = (servers ?? []).map(globOf);
  const someTools = (tools ?? []).map(toolGlobOf);
  const usable = granted.has('use');
  return {
    name,
    client,
    isOAuth,
    rights: granted,
    profile,
    unrestricted: false,
    allows: (tool) => {
      if (!usable) return false;
      // A right is for a tool of a server, whatever an overlay calls it.
      const { server, name } = upstreamTool(tool as Tool);
      return (
        wholeServers.some((matches) => matches(server)) ||
        someTools.some((glob) => glob.server(server) && glob.name(name))
      );
    },
    servers: (server) =>
      usable && (wholeServers.some((matches) => matches(server)) || someTools.some((glob) => glob.server(server))),
    offers: (server) =>
      usable &&
      (wholeServers.some((matches) => matches(server)) || someTools.some((glob) => glob.all && glob.server(server))),
    grant,
  };
}

/** A principal that a client acts for: it may do what the principal may do, as far as the scopes of the client go. */
export function narrowedTo(principal: Principal, { client, ...scopes }: Omit<Grant, 'name'>): Principal {
  const scope = createPrincipal({ name: principal.name, ...scopes });
  return {
    ...principal,
    client,
    rights: new Set([...principal.rights].filter((right) => scope.rights.has(right))),
    unrestricted: principal.unrestricted && scope.unrestricted,
    allows: (tool) => principal.allows(tool) && scope.allows(tool),
    servers: (server) => principal.servers(server) && scope.servers(server),
    offers: (server) => principal.offers(server) && scope.offers(server),
    grant: JSON.stringify([principal.grant, client, scope.grant]),
  };
}

/** `server/name`, matched in two parts, so that a star in the server part does not match into the name. */
function toolGlobOf(glob: string): { readonly server: Matcher; readonly name: Matcher; readonly all: boolean } {
  const slash = glob.indexOf('/');
  if (slash < 1) {
    throw new Error(`The tool glob ${JSON.stringify(glob)} names no server. Write 'server/name', or '*/name'.`);
  }
  const name = glob.slice(slash + 1);
  return { server: globOf(glob.slice(0, slash)), name: globOf(name), all: /^\*+$/.test(name) };
}

/** Refuses `!`: a negated glob would allow everything else. */
function globOf(glob: string): Matcher {
  if (glob.startsWith('!')) {
    throw new Error(`The glob ${JSON.stringify(glob)} starts with '!'. List the allowed names instead.`);
  }
  // `bash`: a star matches slashes too, because tool names are not paths.
  const matches = picomatch(glob, { dot: true, bash: true, nonegate: true, windows: false });
  return (text) => matches(text);
}
