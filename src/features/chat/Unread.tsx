import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { markNotificationsRead, unreadNotifications } from '../../data/notification'
import type { ChatMessage } from '../../domain/chat/chat'
import { markedIn } from '../../domain/notification/commands'
import { unreadIn, unreadOf } from '../../domain/notification/notification'
import { useAnswer, useCommand, useOutbox } from '../../engine/react'
import { chatTexts } from '../../texts/chat'
import { useEdition } from '../../ui/edition'
import { useProblemText } from '../../ui/problem'
import styles from './ChatTab.module.css'

/** What is known of which messages of a patient are unread, those that wait to be marked left out. */
export const useUnread = (
  patientId: string,
  rows: readonly ChatMessage[],
): ReturnType<typeof unreadIn> => {
  const { value } = useAnswer(unreadNotifications, { patientId })
  const { items } = useOutbox()
  return useMemo(
    () => unreadIn(value === null ? null : unreadOf(value, markedIn(items)), rows),
    [value, items, rows],
  )
}

interface MarkUnreadProps {
  /** Unread messages on the screen. */
  readonly ids: readonly string[]
  /** Of this patient, also of those that are not on the screen; null: not known. */
  readonly total: number | null
}

/** How many messages are unread, or that it is not known, and the way to mark those on the screen. */
export function MarkUnread({ ids, total }: MarkUnreadProps) {
  const t = chatTexts(useEdition()).unread
  const say = useProblemText()
  const { run, busy } = useCommand(markNotificationsRead)
  const [failure, setFailure] = useState<string | null>(null)
  const mark = async (): Promise<void> => {
    setFailure(null)
    const result = await run({ ids: [...ids] })
    if (result.kind === 'refused') setFailure(say(result.problem))
  }
  if (ids.length === 0 && total === 0) return null
  const count = total ?? ids.length
  return (
    <div data-print="off" className={styles['unread']}>
      {count > 0 && <span>{t.count(ids.length, count)}</span>}
      {total === null && <span>{t.notKnown}</span>}
      {ids.length > 0 && (
        <Button variant="default" loading={busy} onClick={() => void mark()}>
          {t.mark}
        </Button>
      )}
      {failure !== null && (
        <p role="alert" className={styles['failure']}>
          <strong>{t.failed}</strong> {failure}
        </p>
      )}
    </div>
  )
}
