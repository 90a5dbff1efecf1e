import { useMemo } from 'react'
import { unreadNotifications } from '../../data/notification'
import { markedIn } from '../../domain/notification/commands'
import { unreadOf, type ToldUnread } from '../../domain/notification/notification'
import { useAnswer, useOutbox, type Answer } from '../../engine/react'

/** What is unread, without those whose marking waits on this device to be sent. */
export const useUnread = (): Answer<ToldUnread> => {
  const answer = useAnswer(unreadNotifications, {})
  const { items } = useOutbox()
  const { value } = answer
  const unread = useMemo(
    () => (value === null ? null : unreadOf(value, markedIn(items))),
    [value, items],
  )
  return { ...answer, value: unread }
}
