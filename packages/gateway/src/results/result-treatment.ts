import type { ResultsConfig } from '../config/results-schema.ts';
import type { Log } from '../logging/log.ts';
import { answerInspector, type Inspect } from './inspect-answers.ts';
import { ResultMasker } from './mask-results.ts';

export interface ResultTreatment {
  /** Absent: nothing is masked. */
  readonly masker?: ResultMasker | undefined;
  readonly inspect?: Inspect | undefined;
}

/** What the configuration wants done with results. */
export function resultTreatment(config: ResultsConfig = {}, log: Log): ResultTreatment {
  return { masker: config.redact && new ResultMasker(config.redact), inspect: answerInspector(config, log) };
}
