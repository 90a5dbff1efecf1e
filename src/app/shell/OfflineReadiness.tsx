import { useFirstSync, useRecordsKept, useStorage } from '../../engine/react'
import { useTexts } from '../../ui/edition'
import { useInstalled } from '../update'
import { FirstSyncProgress } from './FirstSyncProgress'
import { lacksOf } from './readiness.view'
import styles from './frames.module.css'

function Readiness() {
  const t = useTexts().shell.readiness
  const lacks = lacksOf(useStorage().nothingKept, useInstalled(), useRecordsKept())
  if (lacks === null) return null
  const isReady = lacks.length === 0
  const said = isReady ? t.ready : t.notYet
  const why = isReady
    ? t.readyText
    : lacks
        .map((lack) => (typeof lack === 'number' ? t.lacks.records(lack) : t.lacks[lack]))
        .join(' ')
  return (
    <span className={styles['readiness']} data-ready={isReady} title={why}>
      <span aria-hidden="true">{isReady ? '\u2713' : '\u25CB'}</span>
      <span className={styles['readinessWords']}>{said}</span>
      <span className="visually-hidden">{why}</span>
    </span>
  )
}

/**
 * Whether this device can be used without a connection, and what is missing: the portal itself, the
 * list of patients, their records. The progress while much of it comes at once.
 */
export function OfflineReadiness() {
  const firstSync = useFirstSync()
  return firstSync === null ? <Readiness /> : <FirstSyncProgress />
}
