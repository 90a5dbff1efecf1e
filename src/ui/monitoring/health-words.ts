import type { MonitoringHealth } from '../../domain/monitoring/health'
import type { MonitoringTexts } from '../../texts/monitoring'

/**
 * True while nothing of a new session has come and nothing is late: that it works is not known yet.
 */
export const isExpected = ({ isWaiting, overall }: MonitoringHealth): boolean =>
  isWaiting && overall === 'healthy'

/** How monitoring does, in a word or two. */
export const healthWord = (health: MonitoringHealth, t: MonitoringTexts['health']): string =>
  isExpected(health) ? t.waiting : t.levels[health.overall]
