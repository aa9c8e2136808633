import { toolKey, type UsageEvent } from '../events/usage-event.ts';

/** Reference implementation of the store queries: computes each answer from all events. */
export function bruteForce(events: readonly UsageEvent[]) {
  const keyOf = ({ server, tool }: UsageEvent) => toolKey(server, tool);
  const tools = [...new Set(events.map(keyOf))].sort();
  const sessions = [...new Set(events.map(({ session }) => session))];
  const inSession = (session: string) => events.filter((event) => event.session === session);
  const largestFirst = (counts: [string, number][]) =>
    counts.filter(([, count]) => count > 0).sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return {
    tools,
    popular: () => largestFirst(tools.map((tool) => [tool, events.filter((event) => keyOf(event) === tool).length])),
    sessionsWith: (...wanted: string[]) =>
      sessions.filter((session) => {
        const used = new Set(inSession(session).map(keyOf));
        return wanted.every((tool) => used.has(tool));
      }).length,
    companions(tool: string) {
      const others = tools.filter((other) => other !== tool);
      return largestFirst(others.map((other) => [other, this.sessionsWith(tool, other)]));
    },
    followers: (tool: string) =>
      largestFirst(
        tools.map((next) => {
          const steps = sessions.flatMap((session) => {
            const used = inSession(session).map(keyOf);
            return used.filter((key, i) => key === tool && used[i + 1] === next);
          });
          return [next, steps.length];
        }),
      ),
  };
}
