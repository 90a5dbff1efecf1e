import type { Edition } from '../domain/organization/organization'
import { care as enGB } from './en-GB/care'
import { care as enUS } from './en-US/care'
import { overlay } from './overlay'

/** Texts of expected discharge, acuity and watching. They come with the screens that show patients, not with the first load. */
export type CareTexts = typeof enGB

const all: Record<Edition, CareTexts> = { 'en-GB': enGB, 'en-US': overlay(enGB, enUS) }

/** The texts in an edition; the same object each time. */
export const careTexts = (edition: Edition): CareTexts => all[edition]
