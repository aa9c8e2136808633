import { statSync } from 'node:fs';
import { type SharingRequest, sharingKey } from '@foldout/gateway/internal/daemon';
import { VERSION } from '../version.ts';

/** Options of `foldout serve` that apply to all clients of a gateway, not to one of them. */
export interface GatewayOptions {
  readonly strategy?: string | undefined;
  /** False with `--no-learning`. */
  readonly learning?: boolean | undefined;
  /** The configuration was found in the working folder: its servers start once the user has agreed to it. */
  readonly inFolder?: boolean | undefined;
}

/** The same options as arguments. */
export function gatewayArguments({ strategy, learning, inFolder }: GatewayOptions): readonly string[] {
  return [
    ...(strategy === undefined ? [] : ['--strategy', strategy]),
    ...(learning === false ? ['--no-learning'] : []),
    ...(inFolder ? ['--in-folder'] : []),
  ];
}

/** The key of the background gateway for a configuration. The client and the gateway itself compute it. */
export function keyFor(
  request: Pick<SharingRequest, 'file' | 'text' | 'stateFolder' | 'folder'>,
  options: readonly string[],
): string {
  // npm gives all files of a package the same time, so two installations of one version have the same key.
  const build = String(statSync(process.argv[1] ?? '', { throwIfNoEntry: false })?.mtimeMs);
  return sharingKey({ ...request, version: VERSION, build, options, env: process.env });
}
