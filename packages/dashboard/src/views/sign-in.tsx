import { SIGN_IN } from '../api/gateway.ts';
import { useToken } from '../state/session.ts';
import { useAnswer } from '../state/use-answer.ts';

/** Asks the user for a token, or to sign in where the gateway has an identity provider. */
export function SignIn({ why }: { readonly why: string }) {
  const { provider } = useAnswer('entrance').value ?? {};
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const entered = new FormData(event.currentTarget as HTMLFormElement).get('secret');
    if (typeof entered === 'string' && entered.trim() !== '') useToken(entered.trim());
  };
  return (
    <main class="alone">
      <h1>Foldout</h1>
      <p>
        This gateway needs a token with the right <code>watch</code>. With the right <code>operate</code> you can
        restart servers and approve tools. With the right <code>use</code> you see tools.
      </p>
      {provider !== undefined && (
        <p>
          <a class="sign-in" href={SIGN_IN}>
            Sign in with {provider}
          </a>
        </p>
      )}
      <form onSubmit={onSubmit}>
        <label for="secret">Token</label>
        <input id="secret" name="secret" type="password" autocomplete="off" spellcheck={false} required autofocus />
        <button type="submit" class="primary">
          Open
        </button>
      </form>
      <p class="muted" role="status">
        {why}
      </p>
      <p class="muted">The token is stored until this tab is closed, and sent only to this gateway.</p>
    </main>
  );
}
