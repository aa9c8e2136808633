import { useState } from 'preact/hooks';
import type { PlannedServer, TriedServer } from '../../api/answers.ts';
import { act } from '../../api/gateway.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { plural } from '../../parts/numbers.ts';
import { Problem } from '../../parts/panel.tsx';
import { ValueInput } from '../../parts/value-input.tsx';
import { changed } from '../../state/changes.ts';
import { go } from '../../state/route.ts';
import { Plan } from '../change-dialog.tsx';
import { type PairEdits, Pairs } from './pairs.tsx';

/** Adds a server in three steps: what it is, what it does when it is started once, and what is written. */
export function AddServer({ onClose }: { readonly onClose: () => void }) {
  const [source, setSource] = useState('');
  const [name, setName] = useState('');
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({});
  const [env, setEnv] = useState<PairEdits>({});
  const [headers, setHeaders] = useState<PairEdits>({});
  const [plan, setPlan] = useState<PlannedServer | undefined>(undefined);
  const [tried, setTried] = useState<TriedServer | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const isAddress = /^https?:/.test(source.trim());
  const wanted = { source, name, answers, env: filled(env), headers: filled(headers) };
  const look = async (): Promise<void> => {
    setProblem(undefined);
    setTried(undefined);
    try {
      setPlan((await act('add', { ...wanted, step: 'plan' })).plan);
    } catch (error) {
      setPlan(undefined);
      setProblem((error as Error).message);
    }
  };
  const tryOnce = async (): Promise<void> => {
    setTried(undefined);
    setTried((await act('add', { ...wanted, step: 'try' })).tried);
  };
  const write = async (): Promise<void> => {
    // Values may have been typed since the plan, so the plan that is written is made again.
    const now = (await act('add', { ...wanted, step: 'plan' })).plan;
    const { written } = await act('add', { ...wanted, step: 'write', seen: now?.seen });
    changed(written);
    onClose();
    go('upstreams');
  };
  return (
    <Dialog title="Add a server" onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void look();
        }}
      >
        <label>
          <span>Package, command, address, bundle or OpenAPI document</span>
          <input
            type="text"
            value={source}
            placeholder="@scope/server, pypi:mcp-server-git, https://example.com/mcp"
            spellcheck={false}
            autocomplete="off"
            onInput={({ currentTarget }) => setSource(currentTarget.value)}
            required
          />
        </label>
        <p class="muted">
          The same words as for <code>foldout add</code>. A file is one on the machine of the gateway.
        </p>
        <label>
          <span>Name (optional)</span>
          <input
            type="text"
            value={name}
            placeholder={plan?.name ?? ''}
            spellcheck={false}
            autocomplete="off"
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        </label>
        {plan?.needs.map(({ name: variable, description, isSecret }) => (
          <ValueInput
            key={variable}
            label={description ? `${variable}: ${description}` : variable}
            isSecret={isSecret}
            value={answers[variable] ?? ''}
            onValue={(text) => setAnswers({ ...answers, [variable]: text })}
          />
        ))}
        <Pairs
          legend={isAddress ? 'Headers' : 'Environment variables'}
          pairs={{}}
          edits={isAddress ? headers : env}
          onEdit={isAddress ? setHeaders : setEnv}
        />
        <Problem text={problem} />
        <p>
          <button type="submit" class={plan ? '' : 'primary'}>
            Look at it
          </button>
        </p>
      </form>
      {plan && (
        <>
          <h3>{plan.name}</h3>
          <p class="command">
            <code>{plan.how}</code>
          </p>
          <p class="buttons">
            <ActionButton text="Start it once" workingText="Starting …" target={`to see its tools`} action={tryOnce} />
          </p>
          {tried && <Tried tried={tried} />}
          <Plan plan={plan} target={plan.name} write={write} text="Add" />
        </>
      )}
    </Dialog>
  );
}

function Tried({ tried: { tools, problem, todo } }: { readonly tried: TriedServer }) {
  const findings = tools.flatMap(({ name, findings: found }) => found.map((one) => `${name}: ${one}`));
  return (
    <div class="tried" role="status">
      {problem !== undefined && (
        <p class="problem">
          {problem} {todo}
        </p>
      )}
      {problem === undefined && <p>It works: {plural(tools.length, 'tool')}.</p>}
      {findings.length > 0 && (
        <div class="findings">
          <p class="bad-text">{plural(findings.length, 'suspicious text')}</p>
          <ul class="plain">
            {findings.slice(0, 20).map((finding) => (
              <li key={finding}>{finding}</li>
            ))}
          </ul>
        </div>
      )}
      <ul class="tried-tools">
        {tools.slice(0, 50).map(({ name, summary }) => (
          <li key={name}>
            <b>{name}</b> <span class="muted">{summary}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function filled(edits: PairEdits): Record<string, string> {
  return Object.fromEntries(Object.entries(edits).flatMap(([key, value]) => (value ? [[key, value]] : [])));
}
