/** A `fetch` that answers with the given bodies, one after the other. */
export function scriptedApi(...bodies: readonly object[]): typeof fetch {
  const left = [...bodies];
  return async () => Response.json(left.shift());
}
