import type { GatewayConfig } from './config-schema.ts';

/** Category → what it is about: what is said of a server holds for the category of its tools. */
export function categoryTexts({ categories, mcpServers }: GatewayConfig): Readonly<Record<string, string>> {
  const described = Object.entries(mcpServers).flatMap(([name, { category, description }]) =>
    description ? [[category ?? name, description] as const] : [],
  );
  return { ...Object.fromEntries(described), ...categories };
}
