import { changeSince } from '../../../domain/virtual-ward/trend'
import type { VirtualWardPatient } from '../../../domain/virtual-ward/virtual-ward'
import { formatMoment } from '../../../domain/time'
import { boardTexts } from '../../../texts/board'
import { useEdition } from '../../../ui/edition'
import { useTicked } from '../../../ui/time'
import styles from '../VirtualWardScreen.module.css'

/** How many shown patients changed since the user last looked, and a button to confirm. */
export function Changed({
  rows,
  lookedMs,
  onSeen,
}: {
  readonly rows: readonly VirtualWardPatient[]
  readonly lookedMs: number | null
  readonly onSeen: () => void
}) {
  const edition = useEdition()
  const t = boardTexts(edition).changed
  const time = useTicked((now) => (lookedMs === null ? '' : formatMoment(lookedMs, now, edition)))
  const count = rows.filter((row) => changeSince(row, lookedMs) !== null).length
  if (lookedMs === null || count === 0) return null
  return (
    <p className={styles['changed']}>
      {t.summary(count, time)}
      <button type="button" onClick={onSeen}>
        {t.seen}
      </button>
    </p>
  )
}
