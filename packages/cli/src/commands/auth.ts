import { causeOf } from '@foldout/gateway/internal';
import { withGateway } from '../calling/with-gateway.ts';
import { unknownServer } from '../catalog/look-up.ts';
import { CliError, EXIT } from '../output/fail.ts';
import { counted } from '../output/figures.ts';
import { oneLine } from '../output/safe-text.ts';
import { note, print, printJson } from '../output/terminal.ts';
import type { CommonOptions } from '../program.ts';

interface AuthOptions extends CommonOptions {
  /** Whose sign-in it is, at a server with one for each person. */
  readonly as?: string;
}

/** Signs in to a server. Prints the link; after the sign-in, the browser returns to a local port of this process. */
export async function auth(
  { config, json, as: principal }: AuthOptions,
  [server = '']: readonly string[],
): Promise<void> {
  await withGateway(config, async ({ gateway, signal }) => {
    const upstream = gateway.upstream(server);
    if (!upstream) throw unknownServer(server, gateway.upstreams);
    // Else the account of one person would become that of all.
    if (principal !== undefined && !upstream.webSignIn?.(principal)) {
      throw new CliError(
        `'${server}' has one sign-in for all: leave out --as, or give the server "identity": "person" in the configuration`,
        EXIT.usage,
      );
    }
    try {
      await upstream.authorize({
        signal,
        ...(principal !== undefined && { principal }),
        onLink: (url) => note(`to sign in, open this in a browser: ${oneLine(url.href)}`),
      });
    } catch (error) {
      const why = signal.aborted ? 'the sign-in was canceled' : causeOf(error);
      throw new CliError(`not signed in to '${server}': ${oneLine(why)}`, EXIT.failed);
    }
    const { state, lastError } = upstream.status;
    const tools = upstream.manifest?.tools.length ?? 0;
    if (json) printJson({ server, state, tools });
    else
      print(
        lastError === undefined
          ? `signed in to ${server}: ${counted(tools, 'tool')}`
          : `signed in to ${server}, but the server does not work: ${oneLine(lastError)}`,
      );
    if (lastError !== undefined) process.exitCode = EXIT.unavailable;
  });
}
