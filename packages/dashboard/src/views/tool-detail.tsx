import { AgentText } from '../parts/agent-text.tsx';
import { Panel, Problem, Waiting } from '../parts/panel.tsx';
import { useAnswer } from '../state/use-answer.ts';

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
  const { value, problem } = useAnswer('tool', { id });
  const most = Math.max(1, ...(value?.levels ?? []).map(({ tokens }) => tokens));
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
      {value && value.id === id && (
        <>
          <ol class="levels" aria-label="Tokens at each level">
            {value.levels.map(({ level, tokens }) => (
              <li key={level}>
                <span>{level}</span>
                <span class="bar" style={{ width: `${Math.max(1, (tokens / most) * 100)}%` }} />
                <span class="number">{tokens}</span>
              </li>
            ))}
          </ol>
          {value.levels.map(({ level, text, tokens }) => (
            <AgentText key={level} label={ABOUT[level] ?? level} text={text} tokens={tokens} />
          ))}
        </>
      )}
    </Panel>
  );
}
