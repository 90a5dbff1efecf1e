import type { Edition } from '../domain/organization/organization'
import { board as enGB } from './en-GB/board'
import { board as enUS } from './en-US/board'
import { overlay } from './overlay'

/** Texts of the virtual ward's filter, order and display. They come with its screen, not with the first load. */
export type BoardTexts = typeof enGB

const all: Record<Edition, BoardTexts> = { 'en-GB': enGB, 'en-US': overlay(enGB, enUS) }

/** The texts in an edition; the same object each time. */
export const boardTexts = (edition: Edition): BoardTexts => all[edition]
