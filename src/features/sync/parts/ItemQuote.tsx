import type { OutboxItem } from '../../../engine/define'
import { formatDateTime } from '../../../domain/time'
import type { SyncTexts } from '../../../texts/sync'
import { useEdition } from '../../../ui/edition'
import { kindWords, whoOf, writtenInShort } from '../written.view'
import styles from './dialogs.module.css'

/** What a decision is about: patient, kind, time and words. */
export function ItemQuote({ item, t }: { readonly item: OutboxItem; readonly t: SyncTexts }) {
  const edition = useEdition()
  return (
    <blockquote className={styles['quote']}>
      <p className={styles['who']}>
        <strong>{whoOf(item, t)}</strong>, {kindWords(item.op, t)},{' '}
        {formatDateTime(new Date(item.capturedAt).toISOString(), edition)}
      </p>
      <p dir="auto" className={styles['words']}>
        {writtenInShort(item, t, edition)}
      </p>
    </blockquote>
  )
}
