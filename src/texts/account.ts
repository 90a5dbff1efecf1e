import { account as enGB } from './en-GB/account'
import { account as enUS } from './en-US/account'
import { inEditions } from './overlay'

/** Texts of /account. They come with that screen, not with the first load. */
export type AccountTexts = typeof enGB

/** The texts in an edition; the same object each time. */
export const accountTexts = inEditions(enGB, enUS)
