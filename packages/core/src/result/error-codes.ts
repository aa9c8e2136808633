/** All error codes. A test compares them with `docs/reference/errors.md`, so a new code must be documented there. */
export const ERROR_CODES = {
  COMMAND_NOT_FOUND: { meaning: 'No tool has this name, or several tools have it.', retryable: false },
  VALIDATION_ERROR: { meaning: 'The input does not fit the schema.', retryable: false },
  COMMAND_NOT_EXPOSED: {
    meaning: 'The tool exists, but this entry point (MCP, CLI, DirectClient) may not call it.',
    retryable: false,
  },
  COMMAND_DISABLED: { meaning: 'The tool is switched off.', retryable: false },
  CONTEXT_MISMATCH: { meaning: 'The tool belongs to a context that is not active.', retryable: false },
  INPUT_REQUIRED: {
    meaning: 'The tool needs an answer from the user, and this call cannot ask for one.',
    retryable: false,
  },
  POLICY_DENIED: { meaning: 'The policy of the operator, or a person, refuses the call.', retryable: false },
  APPROVAL_REQUIRED: { meaning: 'A person has to approve the call first.', retryable: false },
  OUTCOME_UNKNOWN: {
    meaning: 'A call was sent, and whether it had its effect is not known.',
    retryable: false,
  },
  TIMEOUT: { meaning: 'The call ran past its deadline.', retryable: true },
  CANCELLED: { meaning: 'The caller canceled the call.', retryable: false },
  RATE_LIMITED: { meaning: 'Too many calls in a short time.', retryable: true },
  UPSTREAM_UNAVAILABLE: { meaning: 'The server behind the tool cannot be reached.', retryable: true },
  UPSTREAM_ERROR: { meaning: 'The server behind the tool answered with an error.', retryable: false },
  INTERNAL_ERROR: { meaning: 'The handler threw, or returned something that is not a result.', retryable: false },
} as const satisfies Record<string, { meaning: string; retryable: boolean }>;

export type ErrorCode = keyof typeof ERROR_CODES;
