/** The prelude adds brackets and names to an input, and a line end to a printed text. */
export const SLACK_CHARS = 1_000;
