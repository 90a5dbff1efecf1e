import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { markNotificationsRead, unreadNotifications } from '../../data/notification'
import { markNotificationsRead as shared } from '../../domain/notification/commands'
import { markedBy, unreadOf } from '../../domain/notification/notification'
import { useAnswer, useCommand, useOutbox } from '../../engine/react'
import { chatTexts } from '../../texts/chat'
import { useEdition } from '../../ui/edition'
import { useProblemText } from '../../ui/problem'
import styles from './ChatTab.module.css'

/** The messages that the user has not marked as read, by id, those that wait to be marked left out. */
export const useUnreadIds = (): ReadonlySet<string> => {
  const { value } = useAnswer(unreadNotifications, undefined)
  const { items } = useOutbox()
  return useMemo(() => {
    const marked = items.flatMap(({ op, input }) => (op === shared.name ? markedBy(input) : []))
    const unread = value === null ? [] : unreadOf(value, new Set(marked)).notifications
    return new Set(unread.map(({ id }) => id))
  }, [value, items])
}

/** How many of the messages on the screen are unread, and the way to mark them and no others. */
export function MarkUnread({ ids }: { readonly ids: readonly string[] }) {
  const t = chatTexts(useEdition()).unread
  const say = useProblemText()
  const { run, busy } = useCommand(markNotificationsRead)
  const [failure, setFailure] = useState<string | null>(null)
  const mark = async (): Promise<void> => {
    setFailure(null)
    const result = await run({ ids: [...ids] })
    if (result.kind === 'refused') setFailure(say(result.problem))
  }
  if (ids.length === 0) return null
  return (
    <div data-print="off" className={styles['unread']}>
      <span>{t.count(ids.length)}</span>
      <Button variant="default" loading={busy} onClick={() => void mark()}>
        {t.mark}
      </Button>
      {failure !== null && (
        <p role="alert" className={styles['failure']}>
          <strong>{t.failed}</strong> {failure}
        </p>
      )}
    </div>
  )
}
