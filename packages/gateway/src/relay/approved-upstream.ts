import type { JsonObject } from '@foldout/core';
import type { ServerManifest } from '../cache/manifest.ts';
import type { ResultMasker } from '../results/mask-results.ts';
import { INSTRUCTIONS, otherDefinition, promptKey, resourceKey, templateKey } from '../trust/definitions.ts';
import type { TrustedTools } from '../trust/trusted-tools.ts';
import {
  type AuthorizeOptions,
  type RelayOptions,
  type Upstream,
  type UpstreamListener,
  UpstreamUnavailable,
  type WebSignIn,
} from '../upstreams/upstream.ts';

/**
 * An upstream as clients may see it: without the prompts, resources, templates and instructions that wait for approval, and
 * without the texts that the operator masks.
 */
export class ApprovedUpstream implements Upstream {
  readonly #upstream: Upstream;
  readonly #trusted: TrustedTools;
  readonly #masker: ResultMasker | undefined;
  #shown: { readonly whole: ServerManifest; readonly version: number; readonly approved: ServerManifest } | undefined;

  constructor(upstream: Upstream, trusted: TrustedTools, masker?: ResultMasker) {
    this.#upstream = upstream;
    this.#trusted = trusted;
    this.#masker = masker;
  }

  get name(): string {
    return this.#upstream.name;
  }

  get status() {
    return this.#upstream.status;
  }

  get manifest(): ServerManifest | undefined {
    const { manifest } = this.#upstream;
    const { mode, version } = this.#trusted;
    if (!manifest || mode === 'flag') return manifest;
    if (this.#shown?.whole !== manifest || this.#shown.version !== version) {
      this.#shown = { whole: manifest, version, approved: this.#approvedPart(manifest) };
    }
    return this.#shown.approved;
  }

  async request(method: string, params: JsonObject, options?: RelayOptions): Promise<JsonObject> {
    this.#refuseWithheld(params['uri']);
    if (!this.#masker) return this.#upstream.request(method, params, options);
    try {
      return this.#masker.mask(await this.#upstream.request(method, params, options));
    } catch (error) {
      throw this.#masker.maskError(error);
    }
  }

  async watchResource(uri: string, signal?: AbortSignal): Promise<() => void> {
    this.#refuseWithheld(uri);
    return this.#upstream.watchResource(uri, signal);
  }

  restore(): void {
    this.#upstream.restore();
  }

  subscribe(listener: UpstreamListener): () => void {
    return this.#upstream.subscribe(listener);
  }

  refresh(): Promise<void> {
    return this.#upstream.refresh();
  }

  refreshIfStale(): Promise<void> {
    return this.#upstream.refreshIfStale();
  }

  warm(): void {
    this.#upstream.warm();
  }

  restart(): Promise<void> {
    return this.#upstream.restart();
  }

  authorize(options: AuthorizeOptions): Promise<void> {
    return this.#upstream.authorize(options);
  }

  webSignIn(principal: string): WebSignIn | undefined {
    return this.#upstream.webSignIn?.(principal);
  }

  endSession(sessionId: string): Promise<void> {
    return this.#upstream.endSession(sessionId);
  }

  close(): Promise<void> {
    return this.#upstream.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #approvedPart(manifest: ServerManifest): ServerManifest {
    const { instructions, prompts, resources, resourceTemplates, skills = [], capabilities } = manifest;
    const allowed = (keyOf: (sent: JsonObject) => string) => (sent: JsonObject) =>
      this.#reason(keyOf(sent), sent) === undefined;
    const isWithheld = instructions !== undefined && this.#reason(INSTRUCTIONS, { instructions }) !== undefined;
    return {
      ...manifest,
      instructions: isWithheld ? undefined : instructions,
      prompts: prompts.filter(allowed(promptKey)),
      resources: resources.filter(allowed(resourceKey)),
      resourceTemplates: resourceTemplates.filter(allowed(templateKey)),
      skills: skills.filter(allowed(resourceKey)),
      // Without the capability, no request goes to a server of which nothing is approved.
      capabilities: this.#trusted.inQuarantine ? {} : capabilities,
    };
  }

  #reason(key: string, sent: JsonObject): string | undefined {
    return this.#trusted.withheldOne(otherDefinition(this.name, key, sent));
  }

  /** A server may answer for resources that it does not list. One that it lists, and that is withheld, is refused. */
  #refuseWithheld(uri: unknown): void {
    if (typeof uri !== 'string' || this.#trusted.mode === 'flag') return;
    const { resources = [], skills = [] } = this.#upstream.manifest ?? {};
    const listed = [...resources, ...skills].find((one) => one['uri'] === uri);
    const reason = listed && this.#reason(resourceKey(listed), listed);
    if (reason !== undefined)
      throw new UpstreamUnavailable(`server "${this.name}" offers this resource without approval`, reason);
  }
}
