import { useState } from 'preact/hooks';
import type { ToolAnswer } from '../api/answers.ts';
import { AgentText } from '../parts/agent-text.tsx';
import { Choice } from '../parts/choice.tsx';
import { Panel, Problem, Waiting } from '../parts/panel.tsx';
import { changeCount } from '../state/changes.ts';
import { catalog } from '../state/live.ts';
import { mayAdminister, mayUse } from '../state/session.ts';
import { useAnswer } from '../state/use-answer.ts';
import { ToolOverlay } from './overlay/tool-overlay.tsx';
import { TryTool } from './try/try-tool.tsx';

const ABOUT: Readonly<Record<string, string>> = {
  name: 'Name',
  summary: 'Summary: one line about the tool',
  signature: 'Signature: how to call it, in one line',
  full: 'Full: with the input schema',
  detail: 'Detail: the answer of afd-detail for this tool',
  'detail as TypeScript': 'Detail as TypeScript: the same, shorter',
};

/** One tool at every level: the exact text that an agent gets. */
export function ToolDetail({ id, onBack }: { readonly id: string; readonly onBack: () => void }) {
  const { value, problem } = useAnswer('tool', { id }, `${catalog.value?.version} ${changeCount.value}`);
  return (
    <Panel
      title={id}
      class="detail"
      aside={
        <button type="button" onClick={onBack}>
          Close
        </button>
      }
    >
      <Problem text={problem} />
      {!value && problem === undefined && <Waiting />}
      {value && value.id === id && <Tabs key={id} tool={value} />}
    </Panel>
  );
}

type Tab = 'see' | 'try' | 'overlay';

function Tabs({ tool }: { readonly tool: ToolAnswer }) {
  const [tab, setTab] = useState<Tab>('see');
  const tabs: Readonly<Partial<Record<Tab, string>>> = {
    see: 'What agents see',
    ...(mayUse() && { try: 'Try it' }),
    ...((mayAdminister() || tool.overlay) && { overlay: 'Overlay' }),
  };
  return (
    <>
      {tool.overlay && (
        <p class={`note ${tool.overlay.problems?.length ? 'warn' : ''}`}>
          {tool.overlay.problems?.length
            ? `Overlay: ${tool.overlay.problems.join('; ')}.`
            : `An overlay changes this tool: ${tool.overlay.fields?.join(', ')}.`}
          {tool.upstream.id !== tool.id && ` Its server calls it ${tool.upstream.name}.`}
        </p>
      )}
      {Object.keys(tabs).length > 1 && (
        <Choice label="About this tool" options={tabs as Record<Tab, string>} value={tab} onChoose={setTab} />
      )}
      {tab === 'see' && <Levels tool={tool} />}
      {tab === 'try' && <TryTool tool={tool} />}
      {tab === 'overlay' && <ToolOverlay tool={tool} />}
    </>
  );
}

function Levels({ tool: { levels } }: { readonly tool: ToolAnswer }) {
  const most = Math.max(1, ...levels.map(({ tokens }) => tokens));
  return (
    <>
      <ol class="levels" aria-label="Tokens at each level">
        {levels.map(({ level, tokens }) => (
          <li key={level}>
            <span>{level}</span>
            <span class="bar" style={{ width: `${Math.max(1, (tokens / most) * 100)}%` }} />
            <span class="number">{tokens}</span>
          </li>
        ))}
      </ol>
      {levels.map(({ level, text, tokens }) => (
        <AgentText key={level} label={ABOUT[level] ?? level} text={text} tokens={tokens} />
      ))}
    </>
  );
}
