import { useId } from 'react'
import { useFirstSync } from '../../engine/react'
import { useEdition, useTexts } from '../../ui/edition'
import styles from './frames.module.css'

/**
 * How much of the ward is here on a first sync; nothing once it is complete. It takes no room of
 * its own: the page keeps its place when it comes and goes.
 */
export function FirstSyncProgress() {
  const t = useTexts().shell.firstSync
  const edition = useEdition()
  const id = useId()
  const firstSync = useFirstSync()
  if (firstSync === null) return null
  const { done, total } = firstSync
  const counts = [done.toLocaleString(edition), total.toLocaleString(edition)] as const
  return (
    <span className={styles['firstSync']} title={t.body}>
      <span id={id} className="visually-hidden">
        {t.title(...counts)}
      </span>
      <span className={styles['firstSyncCounts']} aria-hidden="true">
        {t.short(...counts)}
      </span>
      <progress aria-labelledby={id} max={Math.max(1, total)} value={done} />
    </span>
  )
}
