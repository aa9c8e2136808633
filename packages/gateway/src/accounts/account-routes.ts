import { ACCOUNTS_PATH, accountsPath, type Route } from '../http/routes.ts';
import type { Log } from '../logging/log.ts';
import { messagePage } from '../sign-in/pages.ts';
import { redirect, type SignIn, startAgain } from '../sign-in/sign-in.ts';
import type { Upstream } from '../upstreams/upstream.ts';

const CALLBACK_PATH = '/sign-in/server';

export interface AccountSources {
  readonly signIn: Pick<SignIn, 'browsers' | 'identities' | 'publicUrl' | 'sessionOf' | 'start'>;
  readonly upstream: (name: string) => Upstream | undefined;
  readonly log: Log;
}

interface PendingAccount {
  readonly server: string;
  readonly principal: string;
  readonly pending: string;
}

/** People sign in to servers with an account for each person: here, in their browser, at whichever replica. */
export function accountRoutes({ signIn, upstream, log }: AccountSources): Route[] {
  const callback = (): string => new URL(CALLBACK_PATH, signIn.publicUrl).href;

  const principalIn = async (cookies: string | null) => {
    const session = await signIn.sessionOf(cookies);
    return session && signIn.identities.principalOf(session.identity);
  };

  const begin = async (request: Request, address: string): Promise<Response> => {
    const cookies = request.headers.get('cookie');
    const name = nameIn(new URL(request.url).pathname);
    const principal = await principalIn(cookies);
    if (!principal) return await signIn.start(cookies, accountsPath(name), address);
    const account = principal.servers(name) ? upstream(name)?.webSignIn?.(principal.name) : undefined;
    if (!account) return messagePage(404, 'No sign-in', 'There is no server of this name to which you can sign in.');
    try {
      const started = await account.begin(callback());
      if (!started) return messagePage(200, 'Signed in', `You are signed in to ${name}. You can close this page.`);
      const { url, state, pending } = started;
      const data: PendingAccount = { server: name, principal: principal.name, pending };
      return redirect(url.href, [await signIn.browsers.startFlow('account', state, cookies, data)]);
    } catch (error) {
      return failed(name, error);
    }
  };

  const finish = async (request: Request): Promise<Response> => {
    const cookies = request.headers.get('cookie');
    const query = new URL(request.url).searchParams;
    const flow = await signIn.browsers.endFlow<PendingAccount>('account', query.get('state') ?? '', cookies);
    const principal = await principalIn(cookies);
    // Another user may have signed in to the gateway meanwhile: the account would become theirs.
    if (!flow || principal?.name !== flow.principal) return startAgain();
    const { server, pending } = flow;
    try {
      const account = upstream(server)?.webSignIn?.(principal.name);
      if (!account) return startAgain();
      await account.finish(pending, query, callback());
      log.info(`'${principal.name}' has signed in to server "${server}"`);
      return messagePage(200, 'Signed in', `You are signed in to ${server}. You can close this page.`);
    } catch (error) {
      return failed(server, error);
    }
  };

  const failed = (server: string, error: unknown): Response => {
    log.warn(`a sign-in to server "${server}" failed: ${error instanceof Error ? error.message : String(error)}`);
    return messagePage(
      502,
      'Not signed in',
      `The sign-in to ${server} failed. Try again, or ask the operator of this gateway.`,
    );
  };

  return [
    {
      method: 'GET',
      path: `${ACCOUNTS_PATH}/*`,
      right: undefined,
      handle: (request, _visitor, { address }) => begin(request, address),
    },
    { method: 'GET', path: CALLBACK_PATH, right: undefined, handle: finish },
  ];
}

function nameIn(path: string): string {
  try {
    return decodeURIComponent(path.slice(ACCOUNTS_PATH.length + 1));
  } catch {
    return '';
  }
}
