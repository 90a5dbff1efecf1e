import { boardTexts } from '../../texts/board'
import { useEdition } from '../edition'
import { IconWarning } from '../layout/icons'
import styles from './UnreadSchedules.module.css'

/** Says that scheduled check-ups are not understood. `names`: of the check-ups. */
export function UnreadSchedules({
  names,
  compact = false,
}: {
  readonly names: readonly string[]
  readonly compact?: boolean
}) {
  const t = boardTexts(useEdition()).due
  if (names.length === 0) return null
  const more = t.unreadMore(names)
  return (
    <span className={styles['unread']} title={compact ? more : undefined}>
      <IconWarning size={14} />
      <span>
        {t.unread}
        <span className={compact ? 'visually-hidden' : undefined}>{`. ${more}`}</span>
      </span>
    </span>
  )
}
