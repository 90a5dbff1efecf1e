import { identityMigrations } from '../../identity/migrations'
import { tables } from './0001-tables'
import { rowSecurity } from './0002-row-security'
import { names } from './0003-names'
import { sync } from './0010-sync'
import { roleHistory } from './0012-role-history'
import { acuityWatchList } from './0021-acuity-watch-list'
import { rosterVersion } from './0022-roster-version'
import { monitoringChunks } from './0031-monitoring-chunks'
import { plannedFunctions } from './0033-planned-functions'
import { alerts } from './0040-alerts'
import { boardTrend } from './0045-board-trend'
import { boardSchedules } from './0046-board-schedules'
import { monitoringSession } from './0048-monitoring-session'
import { pokes } from './0050-pokes'
import type { Migration } from './migration'

/** Every migration, in the order in which they run. */
export const migrations: readonly Migration[] = [tables, rowSecurity, names, sync, roleHistory, acuityWatchList, rosterVersion, monitoringChunks, plannedFunctions, alerts, boardTrend, boardSchedules, monitoringSession, pokes, ...identityMigrations]
