import { withGateway } from '../calling/with-gateway.ts';
import { CliError, EXIT } from '../output/fail.ts';
import { counted } from '../output/figures.ts';
import { oneLine } from '../output/safe-text.ts';
import { note, print, printJson } from '../output/terminal.ts';

export interface AuthOptions {
  readonly config?: string;
  readonly json?: boolean;
}

/** Signs in at a server that asks for it. The link is printed; the browser comes back to this process. */
export async function auth({ config, json }: AuthOptions, [server = '']: readonly string[]): Promise<void> {
  await withGateway(config, async ({ gateway, signal }) => {
    const upstream = gateway.upstream(server);
    if (!upstream) {
      throw new CliError(
        `there is no server '${oneLine(server)}': the servers are ${gateway.upstreams.map(({ name }) => name).join(', ')}`,
      );
    }
    try {
      await upstream.authorize({
        signal,
        onLink: (url) => note(`open this in a browser to sign in: ${oneLine(url.href)}`),
      });
    } catch (error) {
      const why = signal.aborted ? 'it was cancelled' : error instanceof Error ? error.message : String(error);
      throw new CliError(`not signed in at '${server}': ${oneLine(why)}`, EXIT.failed);
    }
    const { state, lastError } = upstream.status;
    const tools = upstream.manifest?.tools.length ?? 0;
    if (json) printJson({ server, state, tools });
    else
      print(
        lastError === undefined
          ? `signed in at ${server}: ${counted(tools, 'tool')}`
          : `signed in at ${server}, but: ${oneLine(lastError)}`,
      );
    if (lastError !== undefined) process.exitCode = EXIT.unavailable;
  });
}
