import type { View } from '../state/route.ts';

const PATHS: Readonly<Record<View, string>> = {
  overview: 'M3 12h4l3-8 4 16 3-8h4',
  tools: 'M4 6h16M4 12h16M4 18h10',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5',
  upstreams: 'M4 4h16v6H4zM4 14h16v6H4zM8 7h.01M8 17h.01',
  clients:
    'M8 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2 20c0-4 2.5-6 6-6s6 2 6 6M16 4.5a3.5 3.5 0 0 1 0 6.5M17 14c3 .5 5 2.500 5 6',
  activity: 'M4 6h10M4 12h16M4 18h7M18 4v4M15 16v4',
  usage: 'M5 20V10M12 20V4M19 20v-7',
  approvals: 'M12 3l8 3v6c0 5-3.5 8-8 9-4.5-1-8-4-8-9V6zM8.5 12l2.5 2.5 4.5-5',
};

export function Icon({ name }: { readonly name: View }) {
  return (
    <svg class="icon" width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
