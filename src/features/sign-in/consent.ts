/** The cookie in which the sign-in page keeps that its analytics message was read (P102). */
const consentCookieName = 'analytics-consent'

/** 365 days (P103), in seconds. */
const consentMaxAgeSeconds = 365 * 24 * 60 * 60

/** True when `document.cookie` says that the message was hidden before. */
export const hasConsent = (cookies: string): boolean =>
  cookies.split(';').some((part) => part.trim() === `${consentCookieName}=true`)

/** The cookie of the hidden message. `secure` only on https: browsers refuse it otherwise. */
export const consentCookie = (secure: boolean): string =>
  `${consentCookieName}=true; Max-Age=${consentMaxAgeSeconds}; Path=/; SameSite=Lax${secure ? '; Secure' : ''}`
