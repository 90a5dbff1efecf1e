import { sync as enGB } from './en-GB/sync'
import { sync as enUS } from './en-US/sync'
import { inEditions } from './overlay'

/**
 * Every text of the sync centre. They come with its screen and not with the first load, which has
 * no room for them.
 */
export type SyncTexts = typeof enGB

/** The texts of the sync centre in an edition; the same object each time. */
export const syncTexts = inEditions(enGB, enUS)
