import { useEffect, useRef } from 'preact/hooks';
import { Problem, Waiting } from './parts/panel.tsx';
import { Shell } from './shell.tsx';
import { place, TITLES, type View } from './state/route.ts';
import { me, token, tokenWanted } from './state/session.ts';
import { useAnswer } from './state/use-answer.ts';
import { Activity } from './views/activity/activity.tsx';
import { Approvals } from './views/approvals.tsx';
import { Clients } from './views/clients.tsx';
import { OverviewView } from './views/overview.tsx';
import { Search } from './views/search.tsx';
import { Servers } from './views/servers/servers.tsx';
import { SignIn } from './views/sign-in.tsx';
import { Tools } from './views/tools.tsx';
import { Usage } from './views/usage.tsx';

const PAGES: Readonly<Record<View, () => preact.JSX.Element>> = {
  overview: OverviewView,
  tools: Tools,
  search: Search,
  upstreams: Servers,
  clients: Clients,
  activity: Activity,
  usage: Usage,
  approvals: Approvals,
};

export function App() {
  if (tokenWanted.value !== undefined) return <SignIn why={tokenWanted.value} />;
  return <SignedIn key={token.value} />;
}

/** Asks for the principal first, because the views depend on its rights. */
function SignedIn() {
  const { value, problem } = useAnswer('me');
  useEffect(() => {
    me.value = value;
  }, [value]);
  if (problem !== undefined) {
    return (
      <main class="alone">
        <h1>Foldout</h1>
        <Problem text={problem} />
        <p>
          <button type="button" onClick={() => location.reload()}>
            Try again
          </button>{' '}
          <button type="button" onClick={() => (tokenWanted.value = 'Enter another token.')}>
            Use another token
          </button>
        </p>
      </main>
    );
  }
  if (me.value === undefined) return <Waiting />;
  return <Current />;
}

function Current() {
  const { view } = place.value;
  const title = TITLES[view];
  const Page = PAGES[view];
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(view);
  useEffect(() => {
    document.title = `${title} · Foldout`;
    // A screen reader announces the new view.
    if (before.current !== view) heading.current?.focus();
    before.current = view;
  }, [view, title]);
  return (
    <Shell>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <Page key={view} />
    </Shell>
  );
}
