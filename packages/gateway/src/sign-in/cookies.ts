const MAX_COOKIES_LENGTH = 16_384;

/** The cookies of this gateway: pages of another host or port cannot set them where the gateway has https. */
export class Cookies {
  readonly #prefix: string;
  readonly #attributes: string;

  constructor(publicUrl: string) {
    const isSecure = new URL(publicUrl).protocol === 'https:';
    this.#prefix = isSecure ? '__Host-' : '';
    // `Lax`: the browser comes back from the provider with a link, and has to send the cookie then.
    this.#attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  }

  read(header: string | null | undefined, name: string): string | undefined {
    const wanted = `${this.#prefix}${name}`;
    for (const pair of (header ?? '').slice(0, MAX_COOKIES_LENGTH).split(';')) {
      const at = pair.indexOf('=');
      if (at > 0 && pair.slice(0, at).trim() === wanted) return pair.slice(at + 1).trim() || undefined;
    }
    return undefined;
  }

  /** The value of a `Set-Cookie` header. `seconds` 0 removes the cookie. */
  written(name: string, value: string, seconds: number): string {
    return `${this.#prefix}${name}=${value}; Max-Age=${Math.floor(seconds)}; ${this.#attributes}`;
  }
}
