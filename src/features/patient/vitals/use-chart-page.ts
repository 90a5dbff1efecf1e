import { useMemo, useState } from 'react'
import type { Reading } from '../../../engine/define'
import type { Checkup } from '../../../domain/checkup/checkup'
import { isHeldSince } from '../../../domain/sync/held'
import type { TimeWindow } from '../../../domain/checkup/time-window'
import { columnPage, type Anchor, type ColumnCount } from './paging.view'
import { useOlder } from './use-older'
import { useTimeWindow } from './use-time-window'

/**
 * The shown page of the observation chart. Older check-ups load as the reader pages back.
 * @param ascending the check-ups of this device, oldest first
 * @param size columns of a page
 */
export const useChartPage = (
  { total, older, heldFrom }: Pick<Reading<Checkup>, 'total' | 'older' | 'heldFrom'>,
  ascending: readonly Checkup[],
  size: ColumnCount,
  offline: boolean,
) => {
  const { within, choose, inside, isCovered } = useTimeWindow(ascending, 'within', null)
  const [anchor, setAnchor] = useState<Anchor>({ at: 'newest' })
  const page = useMemo(
    () => columnPage(inside, within === null ? total : inside.length, size, anchor),
    [inside, within, total, size, anchor],
  )
  const mayBeMore = !isCovered && older !== null && !isHeldSince(heldFrom)
  // The server has not said how many there are in all.
  const isOfHeld = within === null ? total === null && !isHeldSince(heldFrom) : mayBeMore
  const olderFetch = useOlder(
    older,
    !offline &&
      (within === null ? page.needsOlder || (anchor.at === 'oldest' && page.hasOlder) : mayBeMore),
  )
  const chooseWindow = (next: TimeWindow | null): void => {
    setAnchor({ at: 'newest' })
    choose(next)
  }
  return { page, setAnchor, within, chooseWindow, mayBeMore, isOfHeld, olderFetch }
}
