import type { ReactNode } from 'react'
import { isHeldSince, type HeldFrom } from '../../../domain/sync/held'
import { patientTexts } from '../../../texts/patient'
import { useEdition } from '../../../ui/edition'
import { EmptyState, ErrorState, TableSkeleton } from '../../../ui/feedback'

export interface NoCheckupsProps {
  readonly reading: {
    readonly ready: boolean
    readonly problem: object | null
    readonly heldFrom: HeldFrom
  }
  readonly offline: boolean
  /** Columns of the observation chart. */
  readonly columns: number
  /** The button that asks again. */
  readonly retry: ReactNode
}

/** Why no check-up is shown: asking failed, there is none, none is on this device, or not yet. */
export function NoCheckups({
  reading: { ready, problem, heldFrom },
  offline,
  columns,
  retry,
}: NoCheckupsProps) {
  const t = patientTexts(useEdition()).vitals
  if (problem !== null && !offline) return <ErrorState title={t.failed}>{retry}</ErrorState>
  if (ready && isHeldSince(heldFrom))
    return <EmptyState title={t.empty.title} text={t.empty.text} />
  if (ready && offline) return <EmptyState title={t.emptyOffline} />
  return <TableSkeleton rows={15} columns={columns} />
}
