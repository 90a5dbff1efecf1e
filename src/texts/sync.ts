import type { Edition } from '../domain/organization/organization'
import { sync as enGB } from './en-GB/sync'
import { sync as enUS } from './en-US/sync'
import { overlay } from './overlay'

/** Every text of the sync centre. They come with its screen and not with the first load, which has no room for them. */
export type SyncTexts = typeof enGB

const all: Record<Edition, SyncTexts> = { 'en-GB': enGB, 'en-US': overlay(enGB, enUS) }

/** The texts of the sync centre in an edition; the same object each time. */
export const syncTexts = (edition: Edition): SyncTexts => all[edition]
