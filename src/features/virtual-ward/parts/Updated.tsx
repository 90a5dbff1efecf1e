import { elapsedWords } from '../../../domain/time'
import { virtualWardTexts } from '../../../texts/virtual-ward'
import { useEdition } from '../../../ui/edition'
import { useTicked } from '../../../ui/time'
import type { RefreshSeconds } from '../virtual-ward.view'
import styles from './RefreshControl.module.css'

/** How long ago the board was refreshed, and where no refresh comes by itself, that too. */
export function Updated({
  asOf,
  offline,
  every,
}: {
  /** As of when the ward is shown, epoch milliseconds. */
  readonly asOf: number | null
  readonly offline: boolean
  readonly every: RefreshSeconds
}) {
  const edition = useEdition()
  const t = virtualWardTexts(edition)
  const words = useTicked((now) =>
    asOf === null ? t.neverUpdated : t.updated(elapsedWords(asOf, now, edition)),
  )
  const rests = offline ? t.automatic.offline : every === 0 ? t.automatic.paused : null
  return (
    <p className={styles['updated']}>
      <strong>{words}</strong>
      {rests !== null && <span>{rests}</span>}
    </p>
  )
}
