import type { Overview } from '../api/answers.ts';
import { RANGES, type Range } from '../parts/choice.tsx';
import { percent, plural, short } from '../parts/numbers.ts';

/** The one number: what was saved, or what a session will be spared. */
export function Headline({ overview: { tokens, cost, days } }: { readonly overview: Overview }) {
  const sum = (tokens?.days ?? []).reduce(
    (all, { listed, sent, saved }) => ({
      listed: all.listed + listed,
      sent: all.sent + sent,
      saved: all.saved + saved,
    }),
    { listed: 0, sent: 0, saved: 0 },
  );
  if (sum.listed > 0) {
    return (
      <section class="headline" aria-label="Tokens saved">
        <p class="big">{short(sum.saved)}</p>
        <p class="what">
          tokens saved in {RANGES[String(days) as Range]?.toLowerCase() ?? plural(days, 'day')}
          <span>
            Listing everything would have sent {short(sum.listed)}; clients were sent {short(sum.sent)} (
            {percent(1 - sum.sent / sum.listed)} less). Today: {short(tokens?.saved.today.saved ?? 0)}.
          </span>
        </p>
      </section>
    );
  }
  if (cost && cost.before > cost.after) {
    return (
      <section class="headline" aria-label="Tokens saved">
        <p class="big">{short(cost.before - cost.after)}</p>
        <p class="what">
          tokens fewer at the start of every session
          <span>
            All definitions are {short(cost.before)} tokens; a client is listed {short(cost.after)}. Connect one to see
            what it saves over time.
          </span>
        </p>
      </section>
    );
  }
  return (
    <section class="headline" aria-label="Tokens saved">
      <p class="big">–</p>
      <p class="what">
        nothing saved yet
        <span>Connect a client to this gateway: its savings are counted from the first list of tools on.</span>
      </p>
    </section>
  );
}
