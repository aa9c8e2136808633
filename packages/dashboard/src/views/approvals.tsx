import { useState } from 'preact/hooks';
import type { ApprovalList, WaitingTool } from '../api/answers.ts';
import { act } from '../api/gateway.ts';
import { momentOf, plural } from '../parts/numbers.ts';
import { Empty, Problem, Waiting } from '../parts/panel.tsx';
import { visibleText } from '../parts/visible-text.ts';
import { catalog } from '../state/live.ts';
import { hrefOf } from '../state/route.ts';
import { mayOperate } from '../state/session.ts';
import { useAnswer } from '../state/use-answer.ts';

/** Tools that are not as they were approved, and what to look at before they are. */
export function Approvals() {
  const { value, problem, reload } = useAnswer<ApprovalList>(
    'approvals',
    {},
    `${catalog.value?.version} ${catalog.value?.waiting}`,
  );
  if (!value) return problem === undefined ? <Waiting /> : <Problem text={problem} />;
  const { total, waiting } = value;
  return (
    <>
      <Problem text={problem} />
      {total === 0 ? (
        <Empty>
          Every tool is as it was approved. When a server changes one, or adds one where <code>trust</code> is{' '}
          <code>pinned</code>, it waits here.
        </Empty>
      ) : (
        <p class="muted" role="status">
          {total === 1 ? '1 tool is' : `${total} tools are`} not as approved
          {total > waiting.length && `; the first ${waiting.length} are shown`}.
        </p>
      )}
      <ul class="cards">
        {waiting.map((tool) => (
          <WaitingCard key={tool.id} tool={tool} onApproved={reload} />
        ))}
      </ul>
    </>
  );
}

function WaitingCard({ tool, onApproved }: { readonly tool: WaitingTool; readonly onApproved: () => void }) {
  const { id, verdict, withheld, changes, approvedAt, approvedBy, description, findings } = tool;
  return (
    <li class="card">
      <header>
        <h2>
          <a href={hrefOf('tools', { id })}>{id}</a>
        </h2>
        <span class={`badge ${verdict === 'changed' ? 'warn' : 'calm'}`}>
          {verdict === 'changed' ? 'Changed' : 'New'}
        </span>
        {withheld ? <span class="badge bad">Withheld</span> : <span class="badge calm">In use</span>}
      </header>
      {changes.length > 0 && (
        <ul class="plain changes">
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      )}
      {approvedAt !== undefined && (
        <p class="muted">
          Approved before on {momentOf(approvedAt)} (
          {approvedBy === 'first-seen' ? 'at first sight' : `by ${approvedBy}`})
        </p>
      )}
      {findings.length > 0 && (
        <div class="findings">
          <p class="bad-text">{plural(findings.length, 'reason')} to look twice</p>
          <ul class="plain">
            {findings.map(({ code, severity, field, excerpt }) => (
              <li key={`${code} ${field}`}>
                <b>{code}</b> ({severity}) in <code>{field}</code>: <q>{excerpt}</q>
              </li>
            ))}
          </ul>
        </div>
      )}
      <blockquote>{visibleText(description)}</blockquote>
      {mayOperate() && <Approve tool={tool} onApproved={onApproved} />}
    </li>
  );
}

function Approve({ tool: { id, seen }, onApproved }: { readonly tool: WaitingTool; readonly onApproved: () => void }) {
  const [working, setWorking] = useState(false);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const approve = async (): Promise<void> => {
    setWorking(true);
    setProblem(undefined);
    try {
      await act('approve', { id, seen });
      onApproved();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setWorking(false);
    }
  };
  return (
    <span class="action">
      <button type="button" class="primary" disabled={working} onClick={() => void approve()}>
        Approve<span class="unseen"> {id}</span>
      </button>
      <Problem text={problem} />
    </span>
  );
}
