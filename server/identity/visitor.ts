/**
 * What a request says of where it comes from. The device's cookie opens nothing: it gives a lane of
 * tries. A browser has the refresh token of each of its sessions in a cookie, and its scripts the
 * session's id in the token's place; any other program has the token itself.
 */
export interface Visitor {
  readonly address: string
  /** The secret of the device's cookie. */
  readonly deviceKey: string | null
  /** Has the browser keep it. */
  readonly keepKey: (deviceKey: string) => void
  /** Ids of the sessions whose refresh token the request brings as a cookie. */
  readonly sessionIds: readonly string[]
  /** The refresh token of a session's id; of anything else, itself. */
  readonly tokenOf: (shown: string) => string
  /** Hands a refresh token out. @returns what the answer says in its place */
  readonly giveToken: (sessionId: string, refreshToken: string) => string
  /** Has the browser forget a session's refresh token. */
  readonly dropToken: (sessionId: string) => void
}
export const nobody: Visitor = {
  address: 'unknown',
  deviceKey: null,
  keepKey: () => undefined,
  sessionIds: [],
  tokenOf: (shown) => shown,
  giveToken: (_sessionId, refreshToken) => refreshToken,
  dropToken: () => undefined,
}
