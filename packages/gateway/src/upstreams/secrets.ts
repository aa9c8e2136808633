import type { ServerConfig } from '../config/config-schema.ts';
import { SecretValues } from '../config/secrets.ts';
import { KnownSecrets, redact } from '../logging/redact.ts';

/**
 * Returns a function that redacts a text of or about a server: everything that the log would redact, by the same rules. The
 * text goes to models, `doctor`, `list --json` and the dashboard.
 */
export function secretsHider(config: ServerConfig): (text: string) => string {
  const values = new SecretValues();
  values.addServer(config);
  const known = new KnownSecrets(values.values);
  return (text) => redact(text, known);
}
