import { useEffect, useState } from 'preact/hooks';
import type { Improvement, MissingWordsReport } from '../../api/answers.ts';
import { act } from '../../api/gateway.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { percent, plural } from '../../parts/numbers.ts';
import { Panel, Problem } from '../../parts/panel.tsx';
import { wantedChange } from '../../state/changes.ts';
import { catalog } from '../../state/live.ts';
import { hrefOf } from '../../state/route.ts';
import { useAnswer } from '../../state/use-answer.ts';

const POLL_MS = 400;

/** Finds words that search lacks, shows what they bring, and writes them as overlays. */
export function MissingWords() {
  // A proposal is applied once the tools have changed.
  const { value, problem, reload } = useAnswer('improvements', {}, catalog.value?.version);
  const [closed, setClosed] = useState(false);
  const { progress, report } = value ?? {};
  useEffect(() => {
    if (progress === undefined) return;
    const timer = setTimeout(reload, POLL_MS);
    return () => clearTimeout(timer);
  }, [value]);
  const start = async (): Promise<void> => {
    await act('improve', {});
    setClosed(false);
    reload();
  };
  return (
    <>
      <div class="toolbar">
        {progress === undefined ? (
          <ActionButton text="Find missing words" target="that search needs" action={start} />
        ) : (
          <label class="filter">
            <span>Measuring: {percent(progress)}</span>
            <progress value={progress} />
          </label>
        )}
      </div>
      <Problem text={problem ?? value?.problem} />
      {report && progress === undefined && !closed && <Report report={report} onClose={() => setClosed(true)} />}
    </>
  );
}

function Report({ report, onClose }: { readonly report: MissingWordsReport; readonly onClose: () => void }) {
  const { improvements, touched, others, dropped } = report;
  const open = improvements.filter(({ fields }) => fields.length > 0);
  const close = (
    <button type="button" onClick={onClose}>
      Close
    </button>
  );
  return (
    <Panel title="Missing words" class="missing-words" aside={close}>
      {improvements.length === 0 ? (
        <p role="status">
          No overlay helps: requests made of their own words find {percent(others.before)} of{' '}
          {plural(others.tools, 'tool')}.
        </p>
      ) : (
        <>
          <p role="status">
            With {plural(touched.tools, 'overlay')}, requests for these tools find them among the first five in{' '}
            {percent(touched.after)} of cases, before in {percent(touched.before)}; for all others ({others.tools}):{' '}
            {percent(others.after)}, before {percent(others.before)}.
          </p>
          {open.length > 1 && (
            <p class="buttons">
              <button type="button" class="primary" onClick={() => applyAll(open)}>
                Apply all {open.length}
              </button>
            </p>
          )}
          <DataTable caption="Proposed overlays" columns={COLUMNS} rows={improvements} keyOf={({ tool }) => tool} />
          {improvements.length < touched.tools && (
            <p class="note">These are the first {improvements.length}. Apply them, then measure again.</p>
          )}
        </>
      )}
      {dropped > 0 && (
        <p class="muted">
          {plural(dropped, 'proposal')} did not help, or harmed another tool, and {dropped === 1 ? 'was' : 'were'}{' '}
          dropped.
        </p>
      )}
    </Panel>
  );
}

const COLUMNS: Parameters<typeof DataTable<Improvement>>[0]['columns'] = [
  { head: 'Tool', cell: ({ tool }) => <a href={hrefOf('tools', { id: tool })}>{tool}</a> },
  { head: 'Overlay', cell: ({ overlay }) => <Proposal overlay={overlay} /> },
  { head: 'Found before', number: true, cell: ({ before }) => percent(before) },
  { head: 'After', number: true, cell: ({ after }) => percent(after) },
  {
    head: 'Write',
    number: true,
    cell: (one) =>
      one.fields.length === 0 ? (
        <span class="badge calm">Applied</span>
      ) : (
        <button type="button" class="small" onClick={() => apply(one)}>
          Apply<span class="unseen"> to {one.tool}</span>
        </button>
      ),
  },
];

function Proposal({ overlay: { aliases = [], description } }: Pick<Improvement, 'overlay'>) {
  return (
    <>
      {aliases.length > 0 && <p>Other words: {aliases.join(', ')}</p>}
      {description !== undefined && <p>Description: {description}</p>}
    </>
  );
}

function apply({ tool, name, fields }: Improvement): void {
  wantedChange.value = { title: `Overlay of ${tool}`, section: 'overlays', name, fields };
}

function applyAll(improvements: readonly Improvement[]): void {
  const fields = improvements.flatMap(({ name, fields: own }) =>
    own.map(({ path, value }) => ({ path: [name, ...path], value })),
  );
  wantedChange.value = { title: `${plural(improvements.length, 'overlay')}`, section: 'overlays', fields };
}
