export interface ContrastSettings {
  readonly epochs: number;
  readonly batch: number;
  readonly hard: number;
  readonly temperature: number;
  readonly step: number;
  readonly anchor: number;
  readonly leastServers: number;
  readonly quiet?: boolean;
}

export const CONTRAST: ContrastSettings;

export function contrast(
  rows: Float32Array,
  dimensions: number,
  tools: readonly { readonly words: readonly number[]; readonly server: string }[],
  requests: readonly { readonly words: readonly number[]; readonly right: readonly number[] }[],
  settings?: ContrastSettings,
): void;
