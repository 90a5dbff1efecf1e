import type { MaintenanceNotice } from '../data/maintenance'

/** How often the notice is fetched while the tab is visible (P258). */
export const maintenancePollMs = 3 * 60_000
/** How often what is shown is decided anew from the clock (P262). */
export const maintenanceRefreshMs = 30_000

const dayMs = 24 * 3_600_000
const minuteMs = 60_000

export type MaintenanceView =
  | { readonly kind: 'none' }
  | { readonly kind: 'banner' | 'dialog'; readonly notice: MaintenanceNotice }

/**
 * What to show of a notice at `nowMs`: a banner within 24 hours of the start, a blocking dialog
 * from exactly 60 s before (P261, P263, P264).
 */
export const maintenanceView = (
  notice: MaintenanceNotice | null,
  nowMs: number,
): MaintenanceView => {
  if (!notice) return { kind: 'none' }
  const leftMs = Date.parse(notice.startAt) - nowMs
  if (leftMs <= minuteMs) return { kind: 'dialog', notice }
  return leftMs <= dayMs ? { kind: 'banner', notice } : { kind: 'none' }
}
