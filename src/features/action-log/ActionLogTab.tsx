import { lazy, Suspense, useState } from 'react'
import { actionLogs } from '../../data/action-log'
import { joinPages, type ActionLogEntry } from '../../domain/action-log/entry'
import { useAnswer, useCall } from '../../engine/react'
import { may } from '../../domain/access/may'
import { actionLogTexts } from '../../texts/action-log'
import { usePrincipal } from '../../ui/access'
import { useEdition } from '../../ui/edition'
import { Await, EmptyState, showToast, TextSkeleton } from '../../ui/feedback'
import type { PatientTabProps } from '../../ui/room'
import { Timeline } from '../../ui/timeline'
import styles from './ActionLogTab.module.css'
import { LogEntry } from './LogEntry'

interface Loaded {
  readonly entries: readonly ActionLogEntry[]
  readonly next: string | null
}
const entry = (row: ActionLogEntry) => <LogEntry entry={row} />
const keyOf = ({ id }: ActionLogEntry) => id
const doneAt = ({ createdAt }: ActionLogEntry) => createdAt

const RecordReads = lazy(() =>
  import('./RecordReads').then((module) => ({ default: module.RecordReads })),
)

/** What was done about this patient, newest first, a page at a time; and who looked at the record. */
export function ActionLogTab({ patient: { id: patientId } }: PatientTabProps) {
  const t = actionLogTexts(useEdition())
  const answer = useAnswer(actionLogs, { patientId, fromActionLogId: null })
  const { run } = useCall(actionLogs)
  const principal = usePrincipal()
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const page = answer.value === null ? null : joinPages(answer.value, loaded)
  const older = async (): Promise<void> => {
    if (page?.next == null) return
    const result = await run({ patientId, fromActionLogId: page.next })
    if (result.kind === 'refused') showToast('action-log', t.moreFailed)
    else setLoaded({ entries: [...page.entries, ...result.value.entries], next: result.value.next })
  }
  return (
    <section className={styles['root']} aria-labelledby="action-log">
      <h2 id="action-log">{t.heading}</h2>
      <p>{t.text}</p>
      <Await
        of={{ ...answer, value: page === null ? null : page.entries }}
        failed={t.failed}
        skeleton={<TextSkeleton lines={6} />}
        empty={<EmptyState title={t.empty.title} text={t.empty.text} />}
        offline={t.offline}
      >
        {(rows) => (
          <Timeline
            rows={rows}
            rowKey={keyOf}
            at={doneAt}
            entry={entry}
            older={answer.offline || page?.next == null ? null : older}
            olderLabel={t.more}
          />
        )}
      </Await>
      {principal !== null && may(principal, 'read-log.view') && (
        <Suspense fallback={<TextSkeleton lines={6} />}>
          <RecordReads patientId={patientId} />
        </Suspense>
      )}
    </section>
  )
}
