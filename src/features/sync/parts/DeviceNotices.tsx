import { useStorage } from '../../../engine/react'
import type { SyncTexts } from '../../../texts/sync'
import { Banner } from '../../../ui/feedback'
import styles from '../SyncScreen.module.css'

/** What the browser did not promise about storage. */
export function DeviceNotices({ t }: { readonly t: SyncTexts }) {
  const { persisted } = useStorage()
  const words = t.device
  return (
    <div className={styles['notices']}>
      {persisted === false && (
        <Banner kind="info" title={words.notPersisted}>
          {words.notPersistedText}
        </Banner>
      )}
    </div>
  )
}
