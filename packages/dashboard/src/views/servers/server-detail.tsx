import { useEffect, useState } from 'preact/hooks';
import type { Configuration } from '../../api/answers.ts';
import { act } from '../../api/gateway.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { ago, momentOf } from '../../parts/numbers.ts';
import { Panel, Problem, Waiting } from '../../parts/panel.tsx';
import { changeCount, wantedChange } from '../../state/changes.ts';
import { upstreamStates } from '../../state/live.ts';
import { go } from '../../state/route.ts';
import { mayAdminister, mayOperate } from '../../state/session.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { OverlayForm } from '../overlay/overlay-form.tsx';
import { EditServer } from './edit-server.tsx';
import { Fact } from './fact.tsx';
import { ServerLog } from './server-log.tsx';

const RELOAD_MS = 3_000;

/** One server: how it is started, what it takes, its log, and what can be done with it. */
export function ServerDetail({ name, onBack }: { readonly name: string; readonly onBack: () => void }) {
  const live = upstreamStates.value?.find((one) => one.name === name);
  return (
    <Panel
      title={name}
      class="detail"
      aside={
        <button type="button" onClick={onBack}>
          Close
        </button>
      }
    >
      {mayOperate() ? (
        <Loaded name={name} version={`${live?.state} ${live?.pid}`} />
      ) : (
        <p class="muted">
          A token with the right <code>operate</code> sees how the server is started, and its log.
        </p>
      )}
      {mayAdminister() && <Manage name={name} />}
    </Panel>
  );
}

function Loaded({ name, version }: { readonly name: string; readonly version: string }) {
  const { value, problem, reload } = useAnswer('server', { name }, version);
  // The log grows without an event.
  useEffect(() => {
    const timer = setInterval(reload, RELOAD_MS);
    return () => clearInterval(timer);
  }, []);
  if (!value) return problem === undefined ? <Waiting /> : <Problem text={problem} />;
  if (!value.found) return <p class="muted">There is no such server, or it is disabled.</p>;
  const { how, isProcess, environment, headers, startedAt, pid, memoryBytes, restarts, log } = value.found;
  return (
    <>
      <Problem text={problem} />
      <p class="command">
        <code>{how}</code>
      </p>
      <dl class="fact-list">
        <Fact name="Started">
          {startedAt === undefined ? 'not running' : `${ago(startedAt)} (${momentOf(startedAt)})`}
        </Fact>
        {isProcess && <Fact name="Process">{pid === undefined ? 'none' : `${pid}`}</Fact>}
        {memoryBytes !== undefined && <Fact name="Memory">{`${Math.round(memoryBytes / 1_048_576)} MB`}</Fact>}
        <Fact name="Restarts">{`${restarts}`}</Fact>
        {environment.length > 0 && <Fact name="Environment">{environment.join(', ')}</Fact>}
        {headers.length > 0 && <Fact name="Headers">{headers.join(', ')}</Fact>}
      </dl>
      <p class="buttons">
        <ActionButton
          text="Restart"
          workingText="Restarting …"
          target={`${name} now`}
          action={() => act('restart', { server: name }).then(reload)}
        />
      </p>
      <ServerLog log={log} name={name} />
    </>
  );
}

/** What an administrator may do with a server. Every change is shown before it is written. */
function Manage({ name }: { readonly name: string }) {
  const { value, problem } = useAnswer('configuration', {}, changeCount.value);
  const [open, setOpen] = useState<'edit' | 'overlay' | undefined>(undefined);
  const toggle = (what: 'edit' | 'overlay'): void => setOpen(open === what ? undefined : what);
  const written = value?.servers.find((one) => one.name === name);
  if (!value || !written) return <Problem text={problem} />;
  const ask = (title: string, path: readonly string[], wanted: unknown): void => {
    wantedChange.value = {
      title,
      section: 'mcpServers',
      name,
      fields: [{ path, value: wanted }],
      onWritten: () => go('upstreams'),
    };
  };
  return (
    <div class="manage">
      <p class="buttons">
        <button type="button" onClick={() => toggle('edit')} aria-expanded={open === 'edit'}>
          Edit
        </button>
        <button type="button" onClick={() => toggle('overlay')} aria-expanded={open === 'overlay'}>
          Overlay of all its tools
        </button>
        <button type="button" onClick={() => ask(`Disable ${name}`, ['disabled'], true)}>
          Disable
        </button>
        <button type="button" class="danger" onClick={() => ask(`Remove ${name}`, [], null)}>
          Remove
        </button>
      </p>
      {open === 'edit' && <EditServer name={name} fields={fieldsOf(written)} onDone={() => setOpen(undefined)} />}
      {open === 'overlay' && (
        <OverlayForm name={name} value={overlayOf(value, name)} onWritten={() => setOpen(undefined)} />
      )}
    </div>
  );
}

function overlayOf({ overlays }: Configuration, name: string): Readonly<Record<string, unknown>> {
  return (Object.hasOwn(overlays, name) ? overlays[name] : {}) as Readonly<Record<string, unknown>>;
}

function fieldsOf({ fields }: Configuration['servers'][number]): Readonly<Record<string, unknown>> {
  return fields;
}
