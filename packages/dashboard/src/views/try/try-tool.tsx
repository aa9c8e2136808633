import { useId, useState } from 'preact/hooks';
import type { ToolAnswer, Tried } from '../../api/answers.ts';
import { act, MCP } from '../../api/gateway.ts';
import { CopiedText } from '../../parts/copied-text.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Problem } from '../../parts/panel.tsx';
import { callLines } from './call-lines.ts';
import { CallResult } from './call-result.tsx';
import { Field } from './field.tsx';
import { JsonInput } from './json-input.tsx';
import { isObject, type Json, type Schema, startValue } from './schema.ts';

/** Calls a tool with a form made from its schema, and shows the answer that a client would get. */
export function TryTool({ tool }: { readonly tool: ToolAnswer }) {
  const schema = tool.inputSchema as Schema;
  const root: Schema = { type: 'object', ...schema };
  const id = useId();
  const [input, setInput] = useState<Json>(() => startValue(root, root));
  const [profile, setProfile] = useState('');
  const [running, setRunning] = useState(false);
  const [asking, setAsking] = useState(false);
  const [tried, setTried] = useState<Tried | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const run = async (confirmed: boolean): Promise<void> => {
    setAsking(false);
    setRunning(true);
    setProblem(undefined);
    try {
      setTried(await act('try', { id: tool.id, input, confirmed, ...(profile && { profile }) }));
    } catch (error) {
      setTried(undefined);
      setProblem((error as Error).message);
    } finally {
      setRunning(false);
    }
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (tool.risk === 'destructive') setAsking(true);
    else void run(false);
  };
  const hasFields = isObject(root['properties']) && Object.keys(root['properties']).length > 0;
  const endpoint = profile === '' ? MCP : `${MCP}/p/${encodeURIComponent(profile)}`;
  return (
    <form class="try form" onSubmit={submit}>
      <div class="try-inputs">
        <div class="try-fields">
          {hasFields ? (
            <Field
              name="Input"
              schema={root}
              root={root}
              required
              value={input}
              onValue={(next) => setInput(next ?? {})}
            />
          ) : (
            <p class="muted">This tool needs no input.</p>
          )}
        </div>
        <div class="field try-json">
          <label for={id}>The same as JSON</label>
          <JsonInput id={id} value={input} onValue={(next) => setInput(next ?? {})} rows={10} />
          {tool.examples.length > 0 && (
            <p class="buttons">
              {tool.examples.slice(0, 4).map(({ title, input: example }, index) => (
                <button key={`${title} ${index}`} type="button" class="small" onClick={() => setInput(example as Json)}>
                  {title || `Example ${index + 1}`}
                </button>
              ))}
            </p>
          )}
        </div>
      </div>
      <p class="buttons">
        {tool.profiles.length > 0 && (
          <label class="filter">
            <span>Profile</span>
            <select value={profile} onChange={({ currentTarget }) => setProfile(currentTarget.value)}>
              <option value="">no profile</option>
              {tool.profiles.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        <button
          type="submit"
          class={tool.risk === 'destructive' ? 'danger' : 'primary'}
          disabled={running || !isObject(input)}
        >
          {running ? 'Calling …' : 'Call'}
          <span class="unseen"> {tool.id}</span>
        </button>
      </p>
      <Problem text={problem} />
      {tried && <CallResult tried={tried} />}
      <details class="lines">
        <summary>The call as a line to copy</summary>
        {callLines(endpoint, tool.id, input).map(({ title, text }) => (
          <CopiedText key={title} title={title} text={text} target={`the line for ${title}`} />
        ))}
      </details>
      {asking && (
        <Dialog title={`Call ${tool.id}?`} onClose={() => setAsking(false)}>
          <p>This tool can destroy data. It will be called with this input:</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users have to scroll it too. */}
          <pre class="asked" tabIndex={0}>
            {JSON.stringify(input, null, 2)}
          </pre>
          <p class="buttons">
            <button type="button" class="danger" onClick={() => void run(true)}>
              Call it
            </button>
            <button type="button" onClick={() => setAsking(false)}>
              Cancel
            </button>
          </p>
        </Dialog>
      )}
    </form>
  );
}
