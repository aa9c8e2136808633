import type { DashboardActions, DashboardAnswers } from '@foldout/gateway/internal/dashboard-api';

export type {
  DashboardActions,
  DashboardAnswers,
  LiveStates,
  UpstreamLiveState,
} from '@foldout/gateway/internal/dashboard-api';

export type Me = DashboardAnswers['me'];
export type Overview = DashboardAnswers['overview'];
export type RecentCall = NonNullable<Overview['recent']>[number];
export type ClientTokens = NonNullable<Overview['tokens']>['clients'][number];
export type ToolPage = DashboardAnswers['tools'];
export type ListedTool = ToolPage['tools'][number];
export type Counted = ToolPage['servers'][number];
export type SearchHit = DashboardAnswers['search']['hits'][number];
export type ServerDetail = NonNullable<DashboardAnswers['server']['found']>;
export type Configuration = DashboardAnswers['configuration'];
export type RecordedChange = Configuration['changes'][number];
export type PlannedChange = NonNullable<DashboardActions['change']['plan']>;
export type PlannedServer = NonNullable<DashboardActions['add']['plan']>;
export type TriedServer = NonNullable<DashboardActions['add']['tried']>;
export type UpstreamRow = DashboardAnswers['upstreams']['upstreams'][number];
export type ClientRow = DashboardAnswers['clients']['clients'][number];
export type ActivityEntry = DashboardAnswers['activity']['entries'][number];
export type CallEntry = Extract<ActivityEntry, { kind: 'call' }>;
export type ToolAnswer = DashboardAnswers['tool'];
export type Tried = DashboardActions['try'];
export type UsageAnswer = DashboardAnswers['usage'];
export type PendingCall = DashboardAnswers['pending']['waiting'][number];
export type WaitingFunction = DashboardAnswers['functions']['waiting'][number];
export type MissingWordsReport = NonNullable<DashboardAnswers['improvements']['report']>;
export type Improvement = MissingWordsReport['improvements'][number];
export type WaitingTool = DashboardAnswers['approvals']['waiting'][number];
