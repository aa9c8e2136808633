import { pythonName, uniqueNames } from '../../names/identifiers.ts';
import type { NamedServer, NamedTool } from '../../names/named-tools.ts';

/** A tool with its names in the Python tree. */
export interface PythonTool extends NamedTool {
  /** Name of its module and of the function in it. */
  readonly python: string;
}

export interface PythonServer {
  readonly server: string;
  /** Name of the package. */
  readonly package: string;
  readonly tools: readonly PythonTool[];
  /** What the server says about its tools as a whole. */
  readonly instructions?: string;
}

/** The same servers and tools with Python names: `google-drive` is `google_drive`, `getDocument` is `get_document`. */
export function pythonNames(servers: readonly NamedServer[]): PythonServer[] {
  const packages = uniqueNames(
    servers.map(({ server }) => server),
    pythonName,
  );
  return servers.map(({ server, tools, instructions }) => {
    const names = uniqueNames(
      tools.map(({ tool }) => tool.name),
      pythonName,
    );
    return {
      server,
      ...(instructions !== undefined && { instructions }),
      package: packages.get(server) ?? pythonName(server),
      tools: tools.map((named) => ({ ...named, python: names.get(named.tool.name) ?? pythonName(named.tool.name) })),
    };
  });
}
