import type { OutboxItem } from '../../../engine/define'
import type { SyncTexts } from '../../../texts/sync'
import { useEdition } from '../../../ui/edition'
import styles from '../SyncScreen.module.css'
import { reasonOf, unreadableWords, writtenLines, type WrittenLine } from '../written.view'
import { ConflictReview } from './ConflictReview'

export interface ItemContentProps {
  readonly item: OutboxItem
  readonly t: SyncTexts
  /** The organisation it was written in, if that is not the present one. */
  readonly elsewhere: string | null
  /** Why the last attempt to send it failed. */
  readonly failure: string | null
}

function Written({ line: { name, label, value } }: { readonly line: WrittenLine }) {
  return label === null ? (
    <p dir="auto" className={styles[name === 'text' ? 'words' : 'value']}>
      {name === 'text' ? value : <strong>{value}</strong>}
    </p>
  ) : (
    <p className={styles['value']}>
      <span>{label}</span> {name === 'score' ? <strong>{value}</strong> : value}
    </p>
  )
}

/** What was written, why it is not with the server, and what differs there. */
export function ItemContent({ item, t, elsewhere, failure }: ItemContentProps) {
  const lines = writtenLines(item, t, useEdition())
  const reason = reasonOf(item, t)
  return (
    <div className={styles['body']}>
      {lines === null && (
        <p className={styles['quiet']}>
          {elsewhere === null ? unreadableWords(item, t) : t.elsewhere(elsewhere)}
        </p>
      )}
      {lines !== null &&
        item.state !== 'conflict' &&
        lines.map((line) => <Written key={line.name} line={line} />)}
      {reason !== null && (
        <p className={styles['reason']}>
          {reason.what} {reason.detail} <span>{reason.next}</span>
        </p>
      )}
      {item.state === 'conflict' && !item.isLost && <ConflictReview item={item} t={t} />}
      {failure !== null && (
        <p role="alert" className={styles['failure']}>
          <strong>{t.actions.failed}</strong> {failure}
        </p>
      )}
    </div>
  )
}
