import { useOffline, useResource } from '../../engine/react'
import { patientNotes } from '../../data/note'
import { may } from '../../domain/access/may'
import { noteTexts } from '../../texts/note'
import { usePrincipal } from '../../ui/access'
import { useEdition } from '../../ui/edition'
import { Await, EmptyState, NotAllHere, readAs, TextSkeleton } from '../../ui/feedback'
import type { PatientTabProps } from '../../ui/room'
import { Timeline } from '../../ui/timeline'
import { AddNote } from './AddNote'
import { NoteRow, type ShownNote } from './NoteRow'
import styles from './NotesTab.module.css'

const refreshEveryMs = 60_000
const entry = (note: ShownNote) => <NoteRow note={note} />
const keyOf = ({ id }: ShownNote) => id
const writtenAt = ({ capturedAt }: ShownNote) => capturedAt

/** The notes of this patient, newest first (C169), with those that are not sent yet. */
export function NotesTab({ patient }: PatientTabProps) {
  const t = noteTexts(useEdition())
  const principal = usePrincipal()
  const reading = useResource(patientNotes, { patientId: patient.id }, { refreshEveryMs })
  const offline = useOffline()
  const mayAdd = principal !== null && may(principal, 'note.add')
  return (
    <div className={styles['root']} data-form={mayAdd}>
      {mayAdd && <AddNote key={patient.id} patient={patient} shown={reading.rows} />}
      <section aria-labelledby="patient-notes" className={styles['list']}>
        <h2 id="patient-notes">{t.heading}</h2>
        <Await
          of={readAs(reading, offline)}
          failed={t.failed}
          skeleton={<TextSkeleton lines={6} />}
          empty={<EmptyState title={t.empty.title} text={t.empty.text} />}
          offline={t.emptyOffline}
        >
          {(rows) => (
            <>
              <Timeline
                rows={rows}
                rowKey={keyOf}
                at={writtenAt}
                entry={entry}
                older={offline ? null : reading.older}
                olderLabel={t.more}
              />
              <NotAllHere of="notes" heldFrom={reading.heldFrom} offline={offline} />
            </>
          )}
        </Await>
      </section>
    </div>
  )
}
