import { useState } from 'preact/hooks';
import { DataTable } from '../../parts/data-table.tsx';
import { milliseconds, momentOf, plural } from '../../parts/numbers.ts';
import { Empty, Problem, Waiting } from '../../parts/panel.tsx';
import { hrefOf } from '../../state/route.ts';
import { useAnswer } from '../../state/use-answer.ts';

const FIELDS = {
  tool: 'Tool',
  principal: 'Principal',
  outcome: 'Outcome or decision',
  since: 'Since (2026-03-04)',
} as const;
type Filter = Readonly<Partial<Record<keyof typeof FIELDS, string>>>;

/** Searches the audit log: who called what, who decided it, and how it ended. */
export function AuditSearch() {
  const [filter, setFilter] = useState<Filter>({});
  const { value, problem, reload } = useAnswer('audit', filter);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const entries = [...form].flatMap(([key, text]) =>
      String(text).trim() ? [[key, String(text).trim()] as const] : [],
    );
    setFilter(Object.fromEntries(entries));
    reload();
  };
  return (
    <>
      <form class="inline-form" onSubmit={submit}>
        {Object.entries(FIELDS).map(([key, label]) => (
          <label key={key}>
            <span>{label}</span>
            <input type="text" name={key} spellcheck={false} autocomplete="off" />
          </label>
        ))}
        <button type="submit" class="primary">
          Search
        </button>
        <a href={hrefOf('activity')}>Back to the live list</a>
      </form>
      <Problem text={problem} />
      {!value && problem === undefined && <Waiting />}
      {value && !value.kept && (
        <Empty>
          No audit log is kept. To keep one: <code>"audit": "on"</code> in the configuration.
        </Empty>
      )}
      {value?.kept && (
        <>
          <p class="muted" role="status">
            {plural(value.total, 'line')}
            {value.total > value.lines.length && `; the latest ${value.lines.length} are shown`}
          </p>
          <div class="panel">
            <DataTable
              caption="Audit log"
              rows={value.lines}
              keyOf={(line) => `${line.call} ${line.op} ${line.at}`}
              columns={[
                { head: 'Time', cell: ({ at }) => momentOf(Date.parse(at)) },
                {
                  head: 'Principal',
                  cell: ({ principal, client }) => (client ? `${principal} (${client})` : principal),
                },
                { head: 'Tool', cell: ({ tool }) => <code>{tool}</code> },
                { head: 'Step', cell: ({ op }) => op, wide: true },
                { head: 'Risk', cell: ({ risk }) => risk, wide: true },
                { head: 'Decision', cell: ({ verdict, by }) => `${verdict} (${by})` },
                { head: 'Outcome', cell: ({ outcome }) => outcome ?? '' },
                {
                  head: 'Took',
                  cell: ({ ms }) => (ms === undefined ? '' : milliseconds(ms)),
                  number: true,
                  wide: true,
                },
              ]}
            />
          </div>
        </>
      )}
    </>
  );
}
