import type { ComponentChildren } from 'preact';
import { signOut } from './api/gateway.ts';
import { Choice } from './parts/choice.tsx';
import { Icon } from './parts/icon.tsx';
import { callRates, catalog, connected, pendingCalls, upstreamStates } from './state/live.ts';
import { hrefOf, place, TITLES, VIEWS, type View } from './state/route.ts';
import { forgetToken, me, token } from './state/session.ts';
import { theme } from './state/theme.ts';
import { ChangeDialog, LastChange } from './views/change-dialog.tsx';

/** The frame around every view: header, navigation, content. */
export function Shell({ children }: { readonly children: ComponentChildren }) {
  return (
    <div class="shell">
      <button type="button" class="skip" onClick={skipToContent}>
        Skip to content
      </button>
      <header class="top">
        <p class="brand">
          <img src="dashboard/icon.svg" width="24" height="24" alt="" />
          Foldout
        </p>
        <Live />
        <Choice
          label="Colors"
          options={{ system: 'Auto', light: 'Light', dark: 'Dark' }}
          value={theme.value}
          onChoose={(value) => {
            theme.value = value;
          }}
        />
        <SignOut />
      </header>
      <nav aria-label="Views">
        <ul>
          {VIEWS.map((view) => (
            <li key={view}>
              <a href={hrefOf(view)} aria-current={place.value.view === view ? 'page' : undefined}>
                <Icon name={view} />
                <span>{TITLES[view]}</span>
                <AttentionCount view={view} />
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <LastChange />
      <ChangeDialog />
    </div>
  );
}

/** A button and not a link, because the URL hash holds the current view. */
function skipToContent(): void {
  document.getElementById('content')?.focus();
}

function Live() {
  const rate = callRates.value.at(-1) ?? 0;
  return (
    <p class={`live ${connected.value ? 'on' : ''}`}>
      <span class="dot" aria-hidden="true" />
      <span role="status">{connected.value ? 'Live' : 'Reconnecting'}</span>
      {connected.value && <span class="rate">{rate.toFixed(rate < 10 ? 1 : 0)} calls/s</span>}
    </p>
  );
}

/** For a browser that has signed in with the identity provider: a token is forgotten with its tab. */
function SignOut() {
  const { name } = me.value ?? {};
  if (token.value !== '' || name === undefined || name === 'local') return null;
  const leave = (): void => void signOut().then(() => forgetToken('You have signed out.'));
  return (
    <button type="button" onClick={leave} title={name}>
      Sign out
    </button>
  );
}

/** The number of tools, calls or servers that need attention. */
function AttentionCount({ view }: { readonly view: View }) {
  const waiting = (catalog.value?.waiting ?? 0) + pendingCalls.value;
  const failing = (upstreamStates.value ?? []).filter(
    ({ state }) => state === 'failed' || state.startsWith('needs-'),
  ).length;
  const count = view === 'approvals' ? waiting : view === 'upstreams' ? failing : 0;
  if (count === 0) return null;
  return (
    <span class="mark">
      {count}
      <span class="unseen"> {view === 'approvals' ? 'waiting' : 'with a problem'}</span>
    </span>
  );
}
