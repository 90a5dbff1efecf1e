import type { Migration } from './migration'

/** Which fixed limits the reading of a trigger broke (src/domain/alerts/safety-limits.ts). */
export const brokenLimits: Migration = {
  name: '0540-broken-limits',
  sql: `alter table alert_trigger add column broken_limits jsonb;`,
}
