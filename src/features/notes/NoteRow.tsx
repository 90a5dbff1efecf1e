import { memo } from 'react'
import { Link } from 'react-router-dom'
import { needsPerson, type Waiting } from '../../engine/react'
import { formatStaffName } from '../../domain/identity'
import type { PatientNote } from '../../domain/note/note'
import { formatDateTime, formatTime } from '../../domain/time'
import { noteTexts } from '../../texts/note'
import { RefusedMark, WaitingMark } from '../../ui/clinical'
import { useEdition } from '../../ui/edition'
import { paths } from '../../ui/paths'
import { ClockFlag } from './ClockFlag'
import { arrivedLate } from './notes.view'
import styles from './NotesTab.module.css'
import { useProblemText } from '../../ui/problem'

/** A note, with its state where this device has not delivered it. */
export type ShownNote = PatientNote & {
  readonly waiting?: Waiting
}

/** One note and its state. What can be done about it is decided in the sync centre alone. */
export const NoteRow = memo(function NoteRow({ note }: { readonly note: ShownNote }) {
  const say = useProblemText()
  const edition = useEdition()
  const t = noteTexts(edition)
  const author = formatStaffName(note.createdBy) || t.row.unknownAuthor
  const { waiting } = note
  const problem = waiting?.problem === undefined ? '' : say(waiting.problem)
  return (
    <div className={styles['note']} data-waiting={waiting?.state ?? 'none'}>
      <p dir="auto" className={styles['text']}>
        {note.text}
      </p>
      <p className={styles['meta']}>
        <span>{t.row.by(author, note.organization.name)}</span>
        <time dateTime={note.capturedAt}>{formatTime(note.capturedAt, edition)}</time>
        {waiting === undefined && arrivedLate(note) && (
          <span className="kept">{t.row.late(formatDateTime(note.createdAt, edition))}</span>
        )}
        <ClockFlag note={note} />
        {note.checkup !== null && (
          <Link className="kept" to={paths.checkup(note.patientId, note.checkup.id)}>
            {t.row.checkup(formatDateTime(note.checkup.endedAt, edition))}
          </Link>
        )}
      </p>
      {waiting !== undefined && (
        <div className={styles['unsent']}>
          {needsPerson(waiting.state) ? (
            <RefusedMark
              state={waiting.state}
              reason={waiting.state === 'stuck' ? t.row.stuck(problem) : problem}
            />
          ) : (
            <WaitingMark state={waiting.state} />
          )}
          <Link to={paths.sync(waiting.commandId)}>
            {needsPerson(waiting.state) ? t.row.decide : t.row.inCentre}
          </Link>
        </div>
      )}
    </div>
  )
})
