import { useToken } from '../state/session.ts';

/** Asks for the token that the gateway wants. */
export function SignIn({ why }: { readonly why: string }) {
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const given = new FormData(event.currentTarget as HTMLFormElement).get('secret');
    if (typeof given === 'string' && given.trim() !== '') useToken(given.trim());
  };
  return (
    <main class="alone">
      <h1>Foldout</h1>
      <p>
        This gateway needs a token with the right <code>watch</code>; with <code>operate</code> you can restart servers
        and approve tools, and with <code>use</code> you see their tools.
      </p>
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
      <p class="muted">It is kept until this tab is closed, and sent to this gateway only.</p>
    </main>
  );
}
