import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { markNotificationsRead } from '../../data/notification'
import { formatFullName } from '../../domain/identity'
import type { Notification } from '../../domain/notification/notification'
import { formatDateTime } from '../../domain/time'
import { useCommand } from '../../engine/react'
import { notificationTexts } from '../../texts/notifications'
import { useEdition } from '../../ui/edition'
import { Await, Dialog, EmptyState } from '../../ui/feedback'
import { paths } from '../../ui/paths'
import { useProblemText } from '../../ui/problem'
import styles from './frames.module.css'
import type { useUnread } from './use-unread'

interface EntryProps {
  readonly notification: Notification
  readonly onMark: (ids: readonly string[]) => void
  readonly onClose: () => void
}

function Entry({ notification: { id, createdAt, metadata }, onMark, onClose }: EntryProps) {
  const edition = useEdition()
  const t = notificationTexts(edition)
  const name = formatFullName({
    firstName: metadata.patient.firstName ?? '',
    lastName: metadata.patient.lastName ?? '',
  })
  const when = formatDateTime(createdAt, edition)
  return (
    <li className={styles['notification']}>
      <p>
        <strong>{t.message(name)}</strong> <time dateTime={createdAt}>{when}</time>
      </p>
      <div className={styles['notificationActions']}>
        <Link
          to={paths.patient(metadata.patientId, 'chat')}
          aria-label={t.openOf(name, when)}
          onClick={onClose}
        >
          {t.open}
        </Link>
        <Button variant="default" aria-label={t.markOf(name, when)} onClick={() => onMark([id])}>
          {t.mark}
        </Button>
      </div>
    </li>
  )
}

export interface NotificationsDrawerProps {
  readonly unread: ReturnType<typeof useUnread>
  readonly onClose: () => void
}

/** The unread notifications. What is marked is what is shown: what comes meanwhile stays unread. */
export function NotificationsDrawer({ unread, onClose }: NotificationsDrawerProps) {
  const t = notificationTexts(useEdition())
  const say = useProblemText()
  const { run, busy } = useCommand(markNotificationsRead)
  const [failure, setFailure] = useState<string | null>(null)
  const mark = async (ids: readonly string[]): Promise<void> => {
    setFailure(null)
    const result = await run({ ids: [...ids] })
    if (result.kind === 'refused') setFailure(say(result.problem))
  }
  return (
    <Dialog title={t.title} size="drawer" onClose={onClose}>
      {failure !== null && (
        <p role="alert">
          <strong>{t.notMarked}</strong> {failure}
        </p>
      )}
      <Await
        of={unread}
        failed={t.failed}
        isEmpty={({ notifications }) => notifications.length === 0}
        empty={<EmptyState title={t.empty.title} text={t.empty.text} />}
      >
        {({ notifications, total }) => (
          <>
            <p>{t.lead(notifications.length, total)}</p>
            <Button
              variant="default"
              loading={busy}
              onClick={() => void mark(notifications.map(({ id }) => id))}
            >
              {t.markAll}
            </Button>
            <ul className={styles['notifications']}>
              {notifications.map((one) => (
                <Entry
                  key={one.id}
                  notification={one}
                  onMark={(ids) => void mark(ids)}
                  onClose={onClose}
                />
              ))}
            </ul>
          </>
        )}
      </Await>
    </Dialog>
  )
}
