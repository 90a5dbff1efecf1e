import { enGB } from './en-GB'
import { enUS } from './en-US'
import { inEditions } from './overlay'

export type { DeepPartial, Text } from './types'
export type { Edition } from '../domain/organization/organization'

/** Every text of the portal, by area. */
export type Texts = typeof enGB

/**
 * The texts of an edition; the same object each time, so that it may stand in a dependency list.
 */
export const texts = inEditions(enGB, enUS)
