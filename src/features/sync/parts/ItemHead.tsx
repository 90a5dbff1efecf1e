import { needsPerson, type OutboxItem } from '../../../engine/define'
import { elapsedWords, formatDateTime } from '../../../domain/time'
import type { SyncTexts } from '../../../texts/sync'
import { useEdition } from '../../../ui/edition'
import { Kept } from '../../../ui/Kept'
import { IconClock, IconWarning } from '../../../ui/layout'
import { useClockOffset, useNow } from '../../../ui/time'
import styles from '../SyncScreen.module.css'
import { kindWords } from '../written.view'

export interface ItemHeadProps {
  readonly item: OutboxItem
  readonly t: SyncTexts
  /** The organisation it was written in, if that is not the present one. */
  readonly elsewhere: string | null
}

/** What kind of record an item of the outbox is, its state, and when it was written. */
export function ItemHead({ item, t, elsewhere }: ItemHeadProps) {
  const edition = useEdition()
  // The device's clock stamped the record: its age is counted by the same clock, however wrong.
  const now = useNow() - useClockOffset()
  const capturedAt = new Date(item.capturedAt).toISOString()
  const urgent = needsPerson(item.state)
  return (
    <div className={styles['what']}>
      <div className={styles['kind']}>
        <h4>{kindWords(item.op, t)}</h4>
        <p className={styles['state']}>
          {urgent ? <IconWarning size={16} /> : <IconClock size={16} />}
          {item.isPutOff && !urgent ? t.statePutOff : t.states[item.state]}
        </p>
      </div>
      <p className={styles['quiet']}>
        <time dateTime={capturedAt}>
          <Kept>{t.written(formatDateTime(capturedAt, edition))}</Kept>
        </time>{' '}
        <span className={styles['age']}>{elapsedWords(item.capturedAt, now, edition)}</span>
        {elsewhere !== null && <span> {t.writtenFor(elsewhere)}</span>}
      </p>
      {item.expiresAt !== null && !urgent && (
        <p className={styles['quiet']}>
          <Kept>{t.expires(formatDateTime(new Date(item.expiresAt).toISOString(), edition))}</Kept>
        </p>
      )}
    </div>
  )
}
