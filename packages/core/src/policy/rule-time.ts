import type { RuleTime } from './policy-schema.ts';

const MINUTE_MS = 60_000;

/** Whether a moment is in the time of a rule. The answer is computed once a minute: time zones are slow. */
export function timeTest({ days, from = '00:00', to = '24:00', timeZone = 'UTC' }: RuleTime): (now: number) => boolean {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  let minute: number | undefined;
  let answer = false;
  return (now) => {
    const current = Math.floor(now / MINUTE_MS);
    if (current !== minute) {
      minute = current;
      const parts = Object.fromEntries(clock.formatToParts(now).map(({ type, value }) => [type, value]));
      const time = `${parts['hour']}:${parts['minute']}`;
      const day = String(parts['weekday']).toLowerCase();
      const inDay = from <= to ? time >= from && time < to : time >= from || time < to;
      answer = inDay && (days === undefined || days.some((one) => one === day));
    }
    return answer;
  };
}
