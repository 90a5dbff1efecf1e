import type { Migration } from './migration'

/**
 * What the reading of a trigger measured of what its alert is about (src/domain/alerts/measured.ts),
 * as it was then: a check-up that is scored anew does not change it.
 */
export const alertValues: Migration = {
  name: '0591-alert-values',
  sql: `alter table alert_trigger add column measured jsonb;`,
}
