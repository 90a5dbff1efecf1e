import { useFirstSync, useStorage } from '../../../data/hooks'
import type { SyncTexts } from '../../../texts/sync'
import { useEdition } from '../../../ui/edition'
import { Banner } from '../../../ui/feedback'
import styles from '../SyncScreen.module.css'

/** What the browser has not promised, and how far the first sync is: said only while it is so. What was lost stands over every page. */
export function DeviceNotices({ t }: { readonly t: SyncTexts }) {
  const edition = useEdition()
  const { persisted } = useStorage()
  const firstSync = useFirstSync()
  const words = t.device
  return (
    <div className={styles['notices']}>
      {persisted === false && <Banner title={words.notPersisted}>{words.notPersistedText}</Banner>}
      {firstSync !== null && (
        <div className={styles['progress']}>
          <label htmlFor="first-sync">{words.firstSync(firstSync.done.toLocaleString(edition), firstSync.total.toLocaleString(edition))}</label>
          <progress id="first-sync" max={Math.max(1, firstSync.total)} value={firstSync.done} />
        </div>
      )}
    </div>
  )
}
