import { useRef, useState } from 'preact/hooks';
import type { Counted, ListedTool, ToolPage } from '../api/answers.ts';
import { ask } from '../api/gateway.ts';
import { plural, whole } from '../parts/numbers.ts';
import { Empty, Problem, Waiting } from '../parts/panel.tsx';
import { VirtualList } from '../parts/virtual-list.tsx';
import { catalog } from '../state/live.ts';
import { go, hrefOf, place } from '../state/route.ts';
import { mayAdminister } from '../state/session.ts';
import { useAnswer } from '../state/use-answer.ts';
import { MissingWords } from './overlay/missing-words.tsx';
import { ToolDetail } from './tool-detail.tsx';

const PAGE = 100;
const ROW_HEIGHT = 60;

/** All tools, filtered by server and category. One chosen tool is shown at every level. */
export function Tools() {
  const { query } = place.value;
  const server = query.get('server') ?? undefined;
  const category = query.get('category') ?? undefined;
  const id = query.get('id') ?? undefined;
  const version = catalog.value?.version;
  const { value: first, problem } = useAnswer('tools', { server, category, limit: PAGE }, version);
  const choose = (chosen: string | undefined): void => go('tools', { server, category, id: chosen });
  const close = (): void => {
    choose(undefined);
    // The focused button disappears with the panel, so the focus moves to the list.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[role=listbox]')?.focus());
  };
  return (
    <>
      <div class="toolbar">
        <Filter
          label="Server"
          value={server}
          options={first?.servers}
          onChoose={(name) => go('tools', { server: name })}
        />
        <Filter
          label="Category"
          value={category}
          options={first?.categories}
          onChoose={(name) => go('tools', { server, category: name })}
        />
        <p class="muted" role="status">
          {first && plural(first.total - first.withheld, 'tool')}
          {first && first.withheld > 0 && `, ${first.withheld} more withheld until approved`}
        </p>
      </div>
      <Problem text={problem} />
      {first && first.overlayProblems.length > 0 && (
        <ul class="note warn plain">
          {first.overlayProblems.map(({ id: at, problem: what }) => (
            <li key={`${at} ${what}`}>
              <a href={hrefOf('tools', { id: at })}>{at}</a>: {what}
            </li>
          ))}
        </ul>
      )}
      {mayAdminister() && first && first.all > 0 && <MissingWords />}
      {!first && <Waiting />}
      {first && first.all === 0 && (
        <Empty>
          No tools yet. New servers are asked for their tools in the background. A token needs the right{' '}
          <code>use</code> to see tools.
        </Empty>
      )}
      {first && first.all > 0 && (
        <div class={`two-panes ${id ? 'chosen' : ''}`}>
          <ToolRows key={`${server} ${category}`} {...{ first, server, category, id, choose }} />
          {id ? (
            <ToolDetail id={id} onBack={close} />
          ) : (
            <Empty>Choose a tool to see the text that an agent gets at each level, and its tokens.</Empty>
          )}
        </div>
      )}
    </>
  );
}

interface ToolRowsProps {
  readonly first: ToolPage;
  readonly server: string | undefined;
  readonly category: string | undefined;
  readonly id: string | undefined;
  readonly choose: (id: string) => void;
}

/** Loads each visible page once. */
function ToolRows({ first, server, category, id, choose }: ToolRowsProps) {
  const loaded = useRef({ first, pages: firstOf(first), asked: new Set([0]) });
  // A new `first` page means that the catalog has changed: drop the pages of the old catalog.
  if (loaded.current.first !== first) loaded.current = { first, pages: firstOf(first), asked: new Set([0]) };
  const { pages, asked } = loaded.current;
  const [, redraw] = useState(0);
  const toolAt = (index: number): ListedTool | undefined => pages.get(Math.floor(index / PAGE))?.[index % PAGE];
  const need = (from: number, to: number): void => {
    for (let page = Math.floor(from / PAGE); page <= Math.floor(to / PAGE); page += 1) {
      if (asked.has(page)) continue;
      asked.add(page);
      ask('tools', { server, category, offset: page * PAGE, limit: PAGE }).then(
        ({ tools }) => {
          pages.set(page, tools);
          redraw((count) => count + 1);
        },
        () => asked.delete(page),
      );
    }
  };
  const chosen = [...pages].flatMap(([page, tools]) => {
    const index = tools.findIndex((tool) => tool.id === id);
    return index < 0 ? [] : [page * PAGE + index];
  })[0];
  return (
    <VirtualList
      label="Tools"
      count={first.total}
      version={first}
      rowHeight={ROW_HEIGHT}
      chosen={chosen ?? -1}
      onRange={need}
      onChoose={(index) => {
        const tool = toolAt(index);
        if (tool) choose(tool.id);
      }}
      row={(index) => {
        const tool = toolAt(index);
        return tool ? <Row tool={tool} /> : <span class="muted">…</span>;
      }}
    />
  );
}

function firstOf({ tools }: ToolPage): Map<number, readonly ListedTool[]> {
  return new Map([[0, tools]]);
}

function Row({ tool: { server, name, summary, risk, enabled, hidden, overlay } }: { readonly tool: ListedTool }) {
  return (
    <>
      <span class="row-name one-line">
        <span class="muted">{server}/</span>
        {name}
        {risk !== 'read' && <span class={`badge ${risk === 'destructive' ? 'warn' : 'calm'}`}>{risk}</span>}
        {overlay !== undefined && (
          <span class={`badge ${overlay === 'problem' ? 'warn' : 'calm'}`}>
            {overlay === 'problem' ? 'overlay: look again' : 'overlay'}
          </span>
        )}
        {!enabled && <span class="badge warn">{hidden ? 'hidden' : 'withheld'}</span>}
      </span>
      <span class="row-text one-line">{summary}</span>
    </>
  );
}

interface FilterProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly options: readonly Counted[] | undefined;
  readonly onChoose: (name: string | undefined) => void;
}

function Filter({ label, value, options = [], onChoose }: FilterProps) {
  return (
    <label class="filter">
      <span>{label}</span>
      <select value={value ?? ''} onChange={({ currentTarget }) => onChoose(currentTarget.value || undefined)}>
        <option value="">All</option>
        {options.map(({ name, count }) => (
          <option key={name} value={name}>
            {`${name} (${whole(count)})`}
          </option>
        ))}
      </select>
    </label>
  );
}
