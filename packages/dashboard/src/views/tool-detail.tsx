import type { ToolLevels } from '../api/answers.ts';
import { AgentText } from '../parts/agent-text.tsx';
import { Panel, Problem, Waiting } from '../parts/panel.tsx';
import { useAnswer } from '../state/use-answer.ts';

const ABOUT: Readonly<Record<string, string>> = {
  name: 'Name: in a list of names',
  summary: 'Summary: in a list of tools',
  signature: 'Signature: how to call it, in a line',
  full: 'Full: with the schema of its input',
  detail: 'Detail: all about it, asked for by its name',
  'detail as TypeScript': 'Detail as TypeScript: the same, shorter',
};

/** One tool at every level, exactly as an agent sees it. */
export function ToolDetail({ id, onBack }: { readonly id: string; readonly onBack: () => void }) {
  const { value, problem } = useAnswer<ToolLevels>('tool', { id });
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
