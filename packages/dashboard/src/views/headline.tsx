import type { ComponentChildren } from 'preact';
import type { Overview } from '../api/answers.ts';
import { RANGES, type Range } from '../parts/choice.tsx';
import { percent, plural, short } from '../parts/numbers.ts';

/** The main number: the tokens saved so far or, before the first session, the tokens that each session will save. */
export function Headline({ overview: { tokens, cost, days } }: { readonly overview: Overview }) {
  const sum = { listed: 0, sent: 0, saved: 0 };
  for (const { listed, sent, saved } of tokens?.days ?? []) {
    sum.listed += listed;
    sum.sent += sent;
    sum.saved += saved;
  }
  const range = RANGES[String(days) as Range]?.toLowerCase() ?? plural(days, 'day');
  if (sum.saved < 0) {
    return (
      <Saved number="0">
        tokens saved in {range}
        <span>
          Clients were sent {short(sum.sent)} tokens; all tools together are {short(sum.listed)}. Few tools cost less
          than Foldout's own tools, and some clients defer tools by themselves: savings start with more tools.
        </span>
      </Saved>
    );
  }
  if (sum.listed > 0) {
    return (
      <Saved number={short(sum.saved)}>
        tokens saved in {range}
        <span>
          Listing everything would have sent {short(sum.listed)}; clients were sent {short(sum.sent)} (
          {percent(1 - sum.sent / sum.listed)} less). Today: {short(tokens?.saved.today.saved ?? 0)}.
        </span>
      </Saved>
    );
  }
  if (cost && cost.before > cost.after) {
    return (
      <Saved number={short(cost.before - cost.after)}>
        tokens saved at the start of every session
        <span>
          All tool definitions are {short(cost.before)} tokens; the list that a client gets is {short(cost.after)}.
          Connect a client to see its savings over time.
        </span>
      </Saved>
    );
  }
  return (
    <Saved number="–">
      nothing saved yet
      <span>Connect a client to this gateway. Its savings are counted from its first list of tools.</span>
    </Saved>
  );
}

function Saved({ number, children }: { readonly number: string; readonly children: ComponentChildren }) {
  return (
    <section class="headline" aria-label="Tokens saved">
      <p class="big">{number}</p>
      <p class="what">{children}</p>
    </section>
  );
}
