/** Hours for which a link can be made: T 'Share tokens', 168 at most. */
export const linkHours = [1, 4, 8, 24, 72, 168] as const

/** Hours that a link works at most. */
export const longestLinkHours = 168

/** Links of an organisation that work at once, at most: the list shows all of them. */
export const mostWorkingLinks = 100

/** What is said of a link too many. */
export const tooManyLinksMessage = `There are ${mostWorkingLinks} share links that work. Delete one first.`

/** Links that the list shows at most: those that work first. */
export const listedLinks = 200

/** Why a link opens nothing any more: its time is over, the patient is gone from the organisation, or its maker may not share. */
export type LinkStop = 'expired' | 'patient-gone' | 'maker-gone'

/**
 * Why a link that nobody deleted opens nothing; null: it works.
 * @param link `expiresAt`: ISO instant; at it the link is over
 */
export const linkStops = (
  {
    expiresAt,
    hasPatient,
    mayMakerShare,
  }: { readonly expiresAt: string; readonly hasPatient: boolean; readonly mayMakerShare: boolean },
  nowMs: number,
): LinkStop | null =>
  Date.parse(expiresAt) <= nowMs
    ? 'expired'
    : !hasPatient
      ? 'patient-gone'
      : !mayMakerShare
        ? 'maker-gone'
        : null

/** The address that opens a record by a token. @param origin the portal's, without a slash at the end */
export const linkAddress = (origin: string, token: string): string =>
  `${origin}/share?share=${encodeURIComponent(token)}`
