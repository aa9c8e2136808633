import picomatch from 'picomatch';
import type { AccessRight } from '../config/config-schema.ts';

/** What a principal is asked about. A `Tool` of the core is one. */
export interface ToolAddress {
  readonly server: string;
  readonly name: string;
  readonly id?: string | undefined;
  readonly category?: string | undefined;
}

/**
 * Who sent a request, and what they may do. The same credentials give the same object for as long as it is used:
 * what is made for a principal may be kept in a WeakMap.
 */
export interface Principal {
  /** Nobody else has it. */
  readonly name: string;
  readonly rights: ReadonlySet<AccessRight>;
  /** Whether `allows` and `servers` say yes to everything. */
  readonly unrestricted: boolean;
  /** Whether it may know of a tool and call it. */
  allows(tool: ToolAddress): boolean;
  /** Whether it may know of a server, because it may use at least some of its tools. */
  servers(name: string): boolean;
}

export interface Grant {
  readonly name: string;
  readonly rights: readonly AccessRight[];
  /** Globs of servers, every tool of which may be used. */
  readonly servers?: readonly string[] | undefined;
  /** Globs of `server/name`. Together with `servers`, the union; where both are absent, everything. */
  readonly tools?: readonly string[] | undefined;
}

export const ALL_RIGHTS: readonly AccessRight[] = ['use', 'watch', 'operate'];

type Matcher = (text: string) => boolean;

export function createPrincipal({ name, rights, servers, tools }: Grant): Principal {
  const granted: ReadonlySet<AccessRight> = new Set(rights);
  if (!servers && !tools) {
    const everything = granted.has('use');
    return { name, rights: granted, unrestricted: everything, allows: () => everything, servers: () => everything };
  }
  const wholeServers = (servers ?? []).map(globOf);
  const someTools = (tools ?? []).map(toolGlobOf);
  const usable = granted.has('use');
  return {
    name,
    rights: granted,
    unrestricted: false,
    allows: (tool) =>
      usable &&
      (wholeServers.some((matches) => matches(tool.server)) ||
        someTools.some((glob) => glob.server(tool.server) && glob.name(tool.name))),
    servers: (server) =>
      usable && (wholeServers.some((matches) => matches(server)) || someTools.some((glob) => glob.server(server))),
  };
}

/** `server/name`, matched in two parts: a star for the server never reaches into the name. */
function toolGlobOf(glob: string): { readonly server: Matcher; readonly name: Matcher } {
  const slash = glob.indexOf('/');
  if (slash < 1) {
    throw new Error(`The tool glob ${JSON.stringify(glob)} names no server. Write 'server/name', or '*/name'.`);
  }
  return { server: globOf(glob.slice(0, slash)), name: globOf(glob.slice(slash + 1)) };
}

/** A `!` would turn a list of what is allowed into one of what is not. */
function globOf(glob: string): Matcher {
  if (glob.startsWith('!')) {
    throw new Error(`The glob ${JSON.stringify(glob)} starts with '!'. Name what is allowed instead.`);
  }
  // `bash`: a star matches slashes and all, because names of tools are no paths.
  const matches = picomatch(glob, { dot: true, bash: true, nonegate: true, windows: false });
  return (text) => matches(text);
}
