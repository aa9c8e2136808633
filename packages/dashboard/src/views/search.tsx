import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { SearchHit } from '../api/answers.ts';
import { AgentText } from '../parts/agent-text.tsx';
import { percent, plural } from '../parts/numbers.ts';
import { Empty, Problem } from '../parts/panel.tsx';
import { catalog } from '../state/live.ts';
import { hrefOf, place, replace } from '../state/route.ts';
import { useAnswer } from '../state/use-answer.ts';

/** Debounce time of the search box. */
const DEBOUNCE_MS = 120;

/** Searches the live catalog and shows the answer that an agent would get, with the explanation of each hit. */
export function Search() {
  const asked = place.value.query.get('q') ?? '';
  const all = place.value.query.get('all') ?? undefined;
  const [words, setWords] = useState(asked);
  useEffect(() => {
    if (words === asked) return;
    const timer = setTimeout(() => replace('search', { q: words }), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [words, asked]);
  return (
    <>
      <search class="search-box">
        <label for="words">What should the tool do?</label>
        <input
          id="words"
          type="search"
          value={words}
          placeholder="close the issue about the login bug"
          autocomplete="off"
          onInput={({ currentTarget }) => setWords(currentTarget.value)}
        />
      </search>
      {asked.trim() === '' ? (
        <Empty>Type a request as an agent would. The page shows the tools that an agent would get, and why.</Empty>
      ) : (
        <Results words={asked} all={all} />
      )}
    </>
  );
}

function Results({ words, all }: { readonly words: string; readonly all: string | undefined }) {
  const { value, problem } = useAnswer('search', { q: words, all }, catalog.value?.version);
  if (!value) return <Problem text={problem} />;
  const { hits, found, tokens, tookMs, confident, menu } = value;
  return (
    <>
      <Problem text={problem} />
      <p class="muted" role="status">
        {hits.length === 0
          ? 'Nothing found.'
          : `${plural(hits.length, 'tool')} for ${plural(tokens, 'token')}, in ${tookMs} ms.`}
        {!confident && hits.length > 0 && ' No tool fits well; these are the nearest.'}
      </p>
      <ol class="hits">
        {hits.map((hit, i) => (
          <Hit key={hit.id} hit={hit} open={i === 0} />
        ))}
      </ol>
      {found > hits.length && (
        <p>
          <a href={hrefOf('search', { q: words, all: '1' })}>
            Show all {found} (an agent gets only those that fit into its token budget)
          </a>
        </p>
      )}
      {!confident && menu.length > 0 && (
        <p class="muted">
          Categories suggested to the agent: {menu.map(({ category, count }) => `${category} (${count})`).join(', ')}
        </p>
      )}
    </>
  );
}

function Hit({ hit, open }: { readonly hit: SearchHit; readonly open: boolean }) {
  const { id, server, name, score, tier, summary } = hit;
  return (
    <li class="hit">
      <div class="hit-head">
        <a href={hrefOf('tools', { id })}>
          <span class="muted">{server}/</span>
          {name}
        </a>
        <span class="badge calm">{tier}</span>
        <span class="score">
          <span class="unseen">Score </span>
          {percent(score)}
          <span class="meter" aria-hidden="true">
            <span class="meter-fill" style={{ width: `${score * 100}%` }} />
          </span>
        </span>
      </div>
      <p class="row-text">{summary}</p>
      <details open={open}>
        <summary>Why, and what the agent sees</summary>
        <Why hit={hit} />
        <AgentText label={`What the agent sees of ${name}`} text={hit.text} />
      </details>
    </li>
  );
}

function Why({ hit: { words, shares, similarity, steps } }: { readonly hit: SearchHit }) {
  const parts = Object.entries(shares ?? {}).filter(([, share]) => Math.abs(share) >= 0.001);
  return (
    <dl class="why">
      {parts.length > 0 && (
        <Reason name="Score from">{parts.map(([part, share]) => `${part} ${percent(share)}`).join(' + ')}</Reason>
      )}
      {words.length > 0 && (
        <Reason name="Words">
          {words.map(({ word, term, via, fields, share }) => (
            <span key={`${word} ${term}`} class="word">
              <b>{word}</b>
              {term !== word && ` → ${term}`} <small>{`${via} in ${fields.join(', ')} · ${percent(share)}`}</small>
            </span>
          ))}
        </Reason>
      )}
      {similarity !== undefined && <Reason name="Meaning">{`similarity ${similarity.toFixed(2)} of 1`}</Reason>}
      {steps.length > 1 && <Reason name="Steps">{steps.join(' · ')}</Reason>}
    </dl>
  );
}

function Reason({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
