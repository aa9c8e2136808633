/** What the learned ranker reads of a candidate, in this order. `training/rank.mjs` reads the same list. */
export const SIGNALS = [
  /** The fused score without usage, as a share of the best one. */
  'fused',
  /** The BM25F score, as a share of the best one, and of the highest possible one. */
  'lexical',
  'lexicalShare',
  /** Cosine between request and tool; how far it is from the nearest tool. */
  'similarity',
  'similarityGap',
  'stepLexical',
  'stepSimilarity',
  /** Share of the request's words that the tool contains, weighted by rarity: anywhere, in the name, in the texts. */
  'coverage',
  'nameCoverage',
  'textCoverage',
  'coverageGap',
  'nameGap',
  /** Share of the name's words that the request contains; number of the others. */
  'nameFill',
  'nameRest',
  /** How well the actions agree, -1 to 1. */
  'action',
  /** Above 0 if the request names the server of the tool, below 0 if it names another server. */
  'app',
  /** How the request names the tool: see `Naming`. */
  'naming',
  /** The tool deletes, and the request does not ask for it. */
  'harm',
  /** Number of the request's words that the tool contains or that name its server. */
  'shared',
  /** The same for all tools of one request: number of words, share of unknown ones, whether it has steps and a verb. */
  'words',
  'unknown',
  'steps',
  'verb',
  /** Share of the words other than verbs that the tool contains, weighted by rarity. Read by the calibration only. */
  'objectCoverage',
] as const;

export type Signal = (typeof SIGNALS)[number];
export const SIGNAL_COUNT = SIGNALS.length;
/** The index of each signal. */
export const AT = Object.fromEntries(SIGNALS.map((signal, at) => [signal, at])) as Readonly<Record<Signal, number>>;
