const BEARER = /^Bearer +(\S+) *$/i;

/** The token in an Authorization header. */
export function bearerIn(header: string | null | undefined): string | undefined {
  return BEARER.exec(header ?? '')?.[1];
}
