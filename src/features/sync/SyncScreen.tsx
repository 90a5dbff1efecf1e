import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import {
  useConnection,
  useOutbox,
  useRecordsKept,
  useSession,
  useStorage,
  type OutboxItem,
} from '../../engine/react'
import { syncTexts } from '../../texts/sync'
import { useEdition } from '../../ui/edition'
import { EmptyState, TextSkeleton } from '../../ui/feedback'
import { Page } from '../../ui/layout'
import { DeviceNotices } from './parts/DeviceNotices'
import { ExportDialog } from './parts/ExportDialog'
import { ItemRow } from './parts/ItemRow'
import { PatientHead } from './parts/PatientHead'
import { Standing } from './parts/Standing'
import { countsOf, groupsOf, sectionNames } from './sync.view'
import { mayBeOnRecord } from './written.view'
import styles from './SyncScreen.module.css'

/** /sync: what the server has not confirmed, by patient; what needs a decision comes first. */
export function SyncScreen() {
  const t = syncTexts(useEdition())
  const connection = useConnection()
  const { status } = useSession()
  const { items, othersWaiting: others } = useOutbox()
  const kept = useRecordsKept()
  const lost = useStorage().evicted !== null
  const { hash } = useLocation()
  const [exporting, setExporting] = useState<readonly OutboxItem[]>([])
  const top = useRef<HTMLDivElement>(null)
  const [decided, setDecided] = useState(0)
  // After the dialog has gone, which returns the focus to a button that goes too.
  useEffect(() => {
    if (decided > 0) top.current?.focus()
  }, [decided])
  const pointedAt = hash.startsWith('#') ? decodeURIComponent(hash.slice(1)) : ''
  const counts = countsOf(items)
  const readable = items.filter(({ input }) => input !== null)
  // Counts need no key, texts do: until then nothing may be called empty.
  const unread = items.length === 0 ? connection.waiting + connection.refused : 0
  const standing =
    unread > 0 ? { attention: connection.refused, held: 0, waiting: connection.waiting } : counts
  const offline = connection.state === 'offline'
  return (
    <Page
      title={t.title}
      aside={
        readable.length > 1 && (
          <Button
            className={styles['exportAll'] ?? ''}
            variant="default"
            onClick={() => setExporting(readable)}
          >
            {t.exportAll}
          </Button>
        )
      }
    >
      <div ref={top} tabIndex={-1} className={styles['top']}>
        <Standing connection={connection} counts={standing} lost={lost} t={t} />
      </div>
      <DeviceNotices t={t} />
      {sectionNames
        .filter((name) => counts[name] > 0)
        .map((name) => (
          <section
            key={name}
            aria-labelledby={`sync-${name}`}
            className={styles['section']}
            data-section={name}
          >
            <div className={styles['head']}>
              <h2 id={`sync-${name}`}>{t.sections[name]}</h2>
              <p className={styles['quiet']}>
                {name === 'attention' && items.some(mayBeOnRecord)
                  ? t.sections.attentionUnsureText
                  : t.sections[`${name}Text`]}
              </p>
            </div>
            {groupsOf(items, name).map(({ key, patient, about, items: group }) => (
              <div key={key} className={styles['group']}>
                <PatientHead
                  patient={patient}
                  about={about}
                  unreadable={group.every(({ input }) => input === null)}
                  lost={group.some(({ isLost }) => isLost)}
                  t={t}
                />
                <ul className={styles['items']}>
                  {group.map((item) => (
                    <ItemRow
                      key={item.id}
                      item={item}
                      t={t}
                      pointed={item.id === pointedAt}
                      onGone={() => setDecided((times) => times + 1)}
                      onExport={() => setExporting([item])}
                    />
                  ))}
                </ul>
              </div>
            ))}
          </section>
        ))}
      {items.length === 0 &&
        (unread > 0 ? (
          status === 'locked' ? (
            <EmptyState title={t.locked.title} text={t.locked.text(unread)} />
          ) : (
            <TextSkeleton lines={4} />
          )
        ) : (
          !lost && <EmptyState {...(offline ? t.emptyOffline : t.empty)} />
        ))}
      {others > 0 && (
        <p className={styles['others']}>
          {t.others(others)} {t.othersText}
        </p>
      )}
      {kept !== null && kept.whole > 0 && (
        <p className={styles['others']}>
          {t.kept(kept.whole)} {kept.hasRoster && t.missing(kept.missing)}
        </p>
      )}
      {exporting.length > 0 && (
        <ExportDialog items={exporting} t={t} onClose={() => setExporting([])} />
      )}
    </Page>
  )
}
