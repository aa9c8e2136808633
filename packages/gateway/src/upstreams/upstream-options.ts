import type { ServerConfig } from '../config/config-schema.ts';
import type { Log } from '../logging/log.ts';
import type { Credentials } from '../state/shared-state.ts';
import type { BackOffSettings } from './back-off.ts';
import type { ManifestStore } from './manifest.ts';
import type { Reaper } from './stdio/reaper.ts';
import type { StdioLimits } from './stdio/stdio-transport.ts';

export interface UpstreamOptions {
  readonly name: string;
  readonly config: ServerConfig;
  readonly manifests: ManifestStore;
  readonly credentials: Credentials;
  readonly log: Log;
  /** With `identity: "person"`: the page on which people sign in to this server. */
  readonly accountsUrl?: string | undefined;
  readonly clientInfo: { readonly name: string; readonly version: string };
  /** Default: the reaper that all upstreams of this process share. */
  readonly reaper?: Reaper | undefined;
  readonly backOff?: Partial<BackOffSettings> | undefined;
  readonly stdioLimits?: Partial<StdioLimits> | undefined;
  /** The limit of instances when the server has `instances: "per-session"`. */
  readonly maxInstances?: number | undefined;
  /**
   * Set if the clients of the gateway have different working folders: the folder of its first client. A server that may
   * depend on its working folder then has an instance for each folder. Default: all processes start in the folder of the
   * gateway.
   */
  readonly folder?: string | undefined;
}
