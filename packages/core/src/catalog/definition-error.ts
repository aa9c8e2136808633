/** A command breaks a rule. Thrown when the command is defined or registered, so that its author sees it before an agent does. */
export class DefinitionError extends Error {
  override readonly name = 'DefinitionError';
}
