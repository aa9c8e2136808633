import type { WaitingTool } from '../api/answers.ts';
import { act } from '../api/gateway.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { momentOf, plural } from '../parts/numbers.ts';
import { Empty, Problem, Waiting } from '../parts/panel.tsx';
import { visibleText } from '../parts/visible-text.ts';
import { catalog } from '../state/live.ts';
import { hrefOf } from '../state/route.ts';
import { mayOperate } from '../state/session.ts';
import { useAnswer } from '../state/use-answer.ts';
import { FunctionReviews } from './function-reviews.tsx';
import { PendingCalls } from './pending-calls.tsx';

/** Calls that wait for a person, saved functions, and tools that differ from their approved definition, with their changes and suspicious texts. */
export function Approvals() {
  const { value, problem, reload } = useAnswer('approvals', {}, `${catalog.value?.version} ${catalog.value?.waiting}`);
  if (!value) return problem === undefined ? <Waiting /> : <Problem text={problem} />;
  const { total, waiting } = value;
  return (
    <>
      <Problem text={problem} />
      {mayOperate() && <PendingCalls />}
      {mayOperate() && <FunctionReviews />}
      {total === 0 ? (
        <Empty>
          No tool waits for approval. A tool appears here when a server changes it, or adds it while <code>trust</code>{' '}
          is <code>pinned</code>.
        </Empty>
      ) : (
        <p class="muted" role="status">
          {total === 1 ? '1 tool differs' : `${total} tools differ`} from the approved definition
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
  const { id, seen, verdict, withheld, changes, approvedAt, approvedBy, description, findings } = tool;
  const approve = () => act('approve', { id, seen }).then(onApproved);
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
          Last approved on {momentOf(approvedAt)} (
          {approvedBy === 'first-seen' ? 'automatically, when first seen' : `by ${approvedBy}`})
        </p>
      )}
      {findings.length > 0 && (
        <div class="findings">
          <p class="bad-text">{plural(findings.length, 'suspicious text')}</p>
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
      {mayOperate() && <ActionButton text="Approve" target={id} class="primary" action={approve} />}
    </li>
  );
}
