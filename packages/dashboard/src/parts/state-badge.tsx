import type { UpstreamLiveState } from '../api/answers.ts';

type UpstreamState = UpstreamLiveState['state'];

const TEXTS: Readonly<Record<UpstreamState, { readonly text: string; readonly tone: string }>> = {
  ready: { text: 'Ready', tone: 'good' },
  cold: { text: 'Not running', tone: 'calm' },
  starting: { text: 'Starting', tone: 'calm' },
  'needs-auth': { text: 'Needs sign-in', tone: 'warn' },
  'needs-approval': { text: 'Needs approval', tone: 'warn' },
  failed: { text: 'Failed', tone: 'bad' },
};

export function StateBadge({ state }: { readonly state: UpstreamState }) {
  const { text, tone } = TEXTS[state];
  return <span class={`badge ${tone}`}>{text}</span>;
}
