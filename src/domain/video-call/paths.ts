/** Who a link is for. */
export const callSides = ['host', 'patient'] as const
export type CallSide = (typeof callSides)[number]

/** Whether a path is that of a room's page. */
export const isRoomPath = (path: string): boolean => /^\/call\/(?:host|patient)\/*$/i.test(path)

/** The address of a room. The token is behind a `#`, which no browser sends. @param origin without a slash at the end */
export const roomUrl = (origin: string, side: CallSide, token: string): string =>
  `${origin}/call/${side}#${token}`
