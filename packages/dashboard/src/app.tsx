import { useEffect, useRef } from 'preact/hooks';
import type { Me } from './api/answers.ts';
import { Problem, Waiting } from './parts/panel.tsx';
import { Shell } from './shell.tsx';
import { place, type View } from './state/route.ts';
import { me, token, tokenWanted } from './state/session.ts';
import { useAnswer } from './state/use-answer.ts';
import { Approvals } from './views/approvals.tsx';
import { OverviewView } from './views/overview.tsx';
import { Search } from './views/search.tsx';
import { SignIn } from './views/sign-in.tsx';
import { Tools } from './views/tools.tsx';
import { Upstreams } from './views/upstreams.tsx';
import { Usage } from './views/usage.tsx';

const PAGES: Readonly<Record<View, { readonly title: string; readonly Page: () => preact.JSX.Element }>> = {
  overview: { title: 'Overview', Page: OverviewView },
  tools: { title: 'Tools', Page: Tools },
  search: { title: 'Search', Page: Search },
  upstreams: { title: 'Upstreams', Page: Upstreams },
  usage: { title: 'Usage', Page: Usage },
  approvals: { title: 'Approvals', Page: Approvals },
};

export function App() {
  if (tokenWanted.value !== undefined) return <SignIn why={tokenWanted.value} />;
  return <Known key={token.value} />;
}

/** Asks who this is before anything else: what is shown depends on it. */
function Known() {
  const { value, problem } = useAnswer<Me>('me');
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
          <button type="button" onClick={() => (tokenWanted.value = 'Give the token that is to be used.')}>
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
  const { title, Page } = PAGES[view];
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(view);
  useEffect(() => {
    document.title = `${title} · Foldout`;
    // Whoever hears the page instead of seeing it is told that it is another one.
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
