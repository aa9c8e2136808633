/** Vendor → the first version of its models whose tool search a client can answer. */
const FIRST_WITH_TOOL_SEARCH = {
  anthropic: { family: /^(?:.*[./])?claude-(?:opus|sonnet)-(\d{1,2})(?:-(\d{1,2}))?(?![\d])/, from: [4, 5] },
  openai: { family: /^(?:.*\/)?gpt-(\d{1,2})(?:\.(\d{1,2}))?(?![\d])/, from: [5, 4] },
} as const;

/** Whether a model is known to have client-executed tool search. Unknown models get `afd-call`, which works everywhere. */
export function hasToolSearch(vendor: keyof typeof FIRST_WITH_TOOL_SEARCH, model: string): boolean {
  const { family, from } = FIRST_WITH_TOOL_SEARCH[vendor];
  const [, major, minor = '0'] = family.exec(model) ?? [];
  if (major === undefined) return false;
  const [firstMajor, firstMinor] = from;
  return Number(major) > firstMajor || (Number(major) === firstMajor && Number(minor) >= firstMinor);
}
