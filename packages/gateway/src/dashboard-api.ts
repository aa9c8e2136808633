// Response types of the dashboard API. The page in packages/dashboard imports them instead of copying them.
export type { DashboardActions, DashboardAnswers } from './dashboard/dashboard-routes.ts';
export type { LiveStates } from './dashboard/live-events.ts';
export type { UpstreamLiveState } from './dashboard/upstream-list.ts';
