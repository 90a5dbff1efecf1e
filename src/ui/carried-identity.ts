/** The query parameter with which a toolbar opens a page (P085), and its name in the route's state. */
export const identityParameter = 'externalAuthIdentity'

/** A route's state that carries an encoded identity. */
export const carrying = (identity: string): Readonly<Record<string, string>> => ({
  [identityParameter]: identity,
})

/** The encoded identity that a route's state carries; null: none. Nothing of it is proved. */
export const carriedIdentity = (state: unknown): string | null => {
  if (typeof state !== 'object' || state === null || !(identityParameter in state)) return null
  const carried = state[identityParameter]
  return typeof carried === 'string' && carried !== '' ? carried : null
}
