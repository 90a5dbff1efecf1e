import { useMemo } from 'react'
import { unreadNotifications } from '../../data/notification'
import { markNotificationsRead } from '../../domain/notification/commands'
import { markedBy, unreadOf } from '../../domain/notification/notification'
import { useAnswer, useOutbox, type Answer } from '../../engine/react'

type Unread = ReturnType<typeof unreadOf>

/** What is unread, without those whose marking waits on this device to be sent. */
export const useUnread = (): Answer<Unread> => {
  const answer = useAnswer(unreadNotifications, undefined)
  const { items } = useOutbox()
  const { value } = answer
  const unread = useMemo(() => {
    if (value === null) return null
    const marked = items.flatMap(({ op, input }) =>
      op === markNotificationsRead.name ? markedBy(input) : [],
    )
    return unreadOf(value, new Set(marked))
  }, [value, items])
  return { ...answer, value: unread }
}
