import { monitoring as enGB } from './en-GB/monitoring'
import { monitoring as enUS } from './en-US/monitoring'
import { inEditions } from './overlay'

/**
 * Texts of continuous monitoring. They come with the screens that show patients, not with the first
 * load.
 */
export type MonitoringTexts = typeof enGB

/** The texts in an edition; the same object each time. */
export const monitoringTexts = inEditions(enGB, enUS)
