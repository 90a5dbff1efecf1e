import { Button } from '@mantine/core'
import { memo, useState } from 'react'
import { useOffline, useResource } from '../../data/hooks'
import { patientNotes } from '../../data/note'
import { may } from '../../domain/access/may'
import { noteTexts } from '../../texts/note'
import { usePrincipal } from '../../ui/access'
import { useEdition } from '../../ui/edition'
import { EmptyState, ErrorState, TextSkeleton } from '../../ui/feedback'
import type { PatientTabProps } from '../../ui/room'
import { AddNote } from './AddNote'
import { NoteRow, type ShownNote } from './NoteRow'
import { byDay } from './notes.view'
import styles from './NotesTab.module.css'

const refreshEveryMs = 60_000

/** Drawn anew only with other notes: not for the form beside it, nor for the age of the reading. */
const NoteDays = memo(function NoteDays({ rows }: { readonly rows: readonly ShownNote[] }) {
  const edition = useEdition()
  return byDay(rows, edition).map(({ day, notes }) => (
    <section key={day} aria-label={day}>
      <h3 className={styles['day']}>{day}</h3>
      <ul className={styles['notes']}>
        {notes.map((note) => (
          <NoteRow key={note.id} note={note} />
        ))}
      </ul>
    </section>
  ))
})

/**
 * What people wrote about this patient, newest first; what this device has not sent yet stands
 * among it and says so.
 */
export function NotesTab({ patient }: PatientTabProps) {
  const t = noteTexts(useEdition())
  const principal = usePrincipal()
  const reading = useResource(patientNotes, { patientId: patient.id }, { refreshEveryMs })
  const offline = useOffline()
  const [fetchingOlder, setFetchingOlder] = useState(false)
  const { rows, ready, problem, freshness, older, refresh } = reading
  const failed = problem !== null && !offline
  const mayAdd = principal !== null && may(principal, 'note.add')
  const failure = (look: 'line' | 'page') => (
    <ErrorState look={look} title={t.failed}>
      <Button
        variant="default"
        size="sm"
        loading={freshness.fetching}
        onClick={() => void refresh()}
      >
        {t.retry}
      </Button>
    </ErrorState>
  )
  return (
    <div className={styles['root']} data-form={mayAdd}>
      {mayAdd && <AddNote key={patient.id} patient={patient} shown={rows} />}
      <section aria-labelledby="patient-notes" className={styles['list']}>
        <h2 id="patient-notes">{t.heading}</h2>
        {failed && rows.length > 0 && failure('line')}
        <NoteDays rows={rows} />
        {older !== null && rows.length > 0 && !offline && (
          <Button
            variant="default"
            loading={fetchingOlder}
            onClick={() => {
              setFetchingOlder(true)
              void older().finally(() => setFetchingOlder(false))
            }}
          >
            {t.more}
          </Button>
        )}
        {rows.length === 0 &&
          (failed ? (
            failure('page')
          ) : ready && freshness.asOf !== null ? (
            <EmptyState title={t.empty.title} text={t.empty.text} />
          ) : ready && offline ? (
            <EmptyState title={t.emptyOffline} />
          ) : (
            <TextSkeleton lines={6} />
          ))}
      </section>
    </div>
  )
}
