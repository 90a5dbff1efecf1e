import { lazy, Suspense, useState } from 'react'
import { notificationTexts } from '../../texts/notifications'
import { useEdition } from '../../ui/edition'
import { IconBell } from '../../ui/layout/icons'
import styles from './frames.module.css'
import { useUnread } from './use-unread'

const NotificationsDrawer = lazy(() =>
  import('./NotificationsDrawer').then((module) => ({ default: module.NotificationsDrawer })),
)

const mostShown = 99

/** How much is unread, or that it is not known; it opens the drawer. */
export function NotificationsButton() {
  const t = notificationTexts(useEdition())
  const unread = useUnread()
  const [open, setOpen] = useState(false)
  const count = unread.value?.total ?? null
  return (
    <>
      <button
        type="button"
        className={styles['bell']}
        aria-label={t.button(count)}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <IconBell />
        {count !== 0 && (
          <span aria-hidden="true" className={styles['count']} data-known={count !== null}>
            {count === null ? t.notKnown : count > mostShown ? t.many : count}
          </span>
        )}
      </button>
      {open && (
        <Suspense fallback={null}>
          <NotificationsDrawer unread={unread} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
