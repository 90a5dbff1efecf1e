import type { MonitoringHealth } from '../../domain/monitoring/health'
import type { MonitoringTexts } from '../../texts/monitoring'

/** True while a new session has no data and none is late. */
export const isExpected = ({ isWaiting, overall }: MonitoringHealth): boolean =>
  isWaiting && overall === 'healthy'

/** How monitoring does, in a word or two. */
export const healthWord = (health: MonitoringHealth, t: MonitoringTexts['health']): string =>
  isExpected(health) ? t.waiting : t.levels[health.overall]
