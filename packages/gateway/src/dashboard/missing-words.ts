import {
  type ImprovementReport,
  improvedOverlay,
  improveTools,
  LOCAL_PRINCIPAL,
  type ToolOverlay,
  wholeWords,
} from '@foldout/core/internal';
import type { GatewayConfig } from '../config/config-schema.ts';
import type { Principal } from '../http/principal.ts';
import type { FieldChange } from './administration.ts';
import { ApiError } from './json-answers.ts';
import type { DashboardSources } from './sources.ts';
import { toolsOf } from './visible-catalog.ts';

/** So many can be applied with one change. */
const MAX_SHOWN = 300;

/** What a proposed overlay sets, and the share of held-out requests that find its tool. */
interface ShownImprovement {
  readonly tool: string;
  readonly overlay: Pick<ToolOverlay, 'aliases' | 'description'>;
  readonly before: number;
  readonly after: number;
  /** The key of the overlay in the configuration, and the fields to set there. None: it is applied. */
  readonly name: string;
  readonly fields: readonly FieldChange[];
}

interface ShownRecall {
  readonly tools: number;
  readonly before: number;
  readonly after: number;
}

export interface MissingWordsState {
  /** 0 to 1 while it runs. */
  readonly progress: number | undefined;
  readonly problem: string | undefined;
  readonly report:
    | {
        readonly improvements: readonly ShownImprovement[];
        /** Of the tools with an improvement, and of all others. */
        readonly touched: ShownRecall;
        readonly others: ShownRecall;
        readonly dropped: number;
      }
    | undefined;
}

type MissingWordsSources = Pick<DashboardSources, 'engine' | 'visible' | 'upstreams' | 'config'>;

interface Run {
  /** The principal. */
  readonly by: string;
  /** 0 to 1. */
  progress: number;
  report?: ImprovementReport;
  problem?: string;
}

/** Proposes overlays with which search finds more tools, as `foldout doctor --improve` does. One run at a time. */
export class MissingWords {
  readonly #sources: MissingWordsSources;
  #run: Run | undefined;

  constructor(sources: MissingWordsSources) {
    this.#sources = sources;
  }

  /** The run of this principal. */
  state({ name }: Principal): MissingWordsState {
    const run = this.#run?.by === name ? this.#run : undefined;
    const { overlays } = this.#sources.config();
    return {
      progress: run && !isOver(run) ? run.progress : undefined,
      problem: run?.problem,
      report: run?.report && { ...run.report, improvements: shown(run.report, overlays) },
    };
  }

  /** Starts a run over the tools that the principal sees, and returns at once. */
  start(principal: Principal): MissingWordsState {
    if (this.#run && !isOver(this.#run)) throw new ApiError(409, 'The tools are measured already. Wait for the end.');
    const run: Run = { by: principal.name, progress: 0 };
    this.#run = run;
    this.#measure(run, principal).catch((error: unknown) => {
      run.problem = `The tools cannot be measured: ${error instanceof Error ? error.message : String(error)}`;
    });
    return this.state(principal);
  }

  async #measure(run: Run, principal: Principal): Promise<void> {
    const { engine, upstreams } = this.#sources;
    const tools = toolsOf(this.#sources, principal);
    // Overlays are for tools of servers, and not for functions that agents have saved.
    const servers = new Set(upstreams().map(({ name }) => name));
    const searches = await engine.learning?.searchesOf?.(LOCAL_PRINCIPAL);
    // Reads the texts of all tools.
    const written = searches?.size ? wholeWords(tools) : undefined;
    run.report = await improveTools(tools, {
      search: await engine.searchParts(),
      ...(written && { said: ({ id }) => (searches?.get(id) ?? []).map(written) }),
      only: ({ server }) => servers.has(server),
      onProgress: (done, total) => {
        run.progress = done / total;
      },
    });
  }
}

function isOver({ report, problem }: Run): boolean {
  return report !== undefined || problem !== undefined;
}

function shown({ improvements }: ImprovementReport, overlays: GatewayConfig['overlays']): readonly ShownImprovement[] {
  return improvements.slice(0, MAX_SHOWN).map((improvement) => {
    const { tool, overlay, before, after } = improvement;
    return { tool: tool.id, overlay, before, after, ...improvedOverlay(improvement, overlays) };
  });
}
