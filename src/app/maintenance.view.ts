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
 * What to show of a notice at `nowMs`: a banner when the start is within 24 hours and more than a
 * minute away, a blocking dialog from exactly a minute before on (P261, P263, P264; decisions:
 * exactly 60 s is the dialog), nothing earlier.
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
