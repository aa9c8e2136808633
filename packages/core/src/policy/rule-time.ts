import type { RuleTime } from './policy-schema.ts';

/** Whether a moment is in the time of a rule. Slow, because of time zones: callers keep the answer for the minute. */
export function timeTest({ days, from = '00:00', to = '24:00', timeZone = 'UTC' }: RuleTime): (now: number) => boolean {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return (now) => {
    const parts = Object.fromEntries(clock.formatToParts(now).map(({ type, value }) => [type, value]));
    const time = `${parts['hour']}:${parts['minute']}`;
    const day = String(parts['weekday']).toLowerCase();
    const inDay = from <= to ? time >= from && time < to : time >= from || time < to;
    return inDay && (days === undefined || days.some((one) => one === day));
  };
}
