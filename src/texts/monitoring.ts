import type { Edition } from '../domain/organization/organization'
import { monitoring as enGB } from './en-GB/monitoring'
import { monitoring as enUS } from './en-US/monitoring'
import { overlay } from './overlay'

/** Texts of continuous monitoring. They come with the screens that show patients, not with the first load. */
export type MonitoringTexts = typeof enGB

const all: Record<Edition, MonitoringTexts> = { 'en-GB': enGB, 'en-US': overlay(enGB, enUS) }

/** The texts in an edition; the same object each time. */
export const monitoringTexts = (edition: Edition): MonitoringTexts => all[edition]
