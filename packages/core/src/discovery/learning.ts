/** What use has taught about tools, by id. Read while an answer is put together: it has to know at once. */
export interface Learning {
  /** The tool that comes right after this one more often than not. */
  nextOf(toolId: string): string | undefined;
  /** Tools that are mostly used in the same sessions. */
  relatedTo(toolId: string): readonly string[];
  /** What a session will most likely use next, the likeliest first. */
  likelyNext(sessionId: string): readonly string[];
}
