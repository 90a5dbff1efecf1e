import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { needsPerson, useOutbox, type Waiting } from '../../../data/hooks'
import { formatFullName } from '../../../domain/identity'
import type { PatientNote } from '../../../domain/note/note'
import { formatDateTime, formatTime } from '../../../domain/time'
import { RefusedMark, WaitingMark } from '../../../ui/clinical'
import { useEdition, useTexts } from '../../../ui/edition'
import { ConfirmDialog } from '../../../ui/feedback'
import { paths } from '../../../ui/paths'
import { arrivedLate } from './notes.view'
import styles from './NotesTab.module.css'

/** A note as it is shown: with where it stands when this device has not delivered it. */
export type ShownNote = PatientNote & {
  readonly waiting?: Waiting
}

/** One note: what, who, where from, when; what it speaks of; and whether the server has it. */
export function NoteRow({ note }: { readonly note: ShownNote }) {
  const t = useTexts().note
  const edition = useEdition()
  const { retry, discard } = useOutbox()
  const [asking, setAsking] = useState(false)
  const author = formatFullName(note.createdBy) || t.row.unknownAuthor
  const { waiting } = note
  return (
    <li className={styles['note']} data-waiting={waiting?.state ?? 'none'}>
      <p className={styles['text']}>{note.text}</p>
      <p className={styles['meta']}>
        <span>{t.row.by(author, note.organization.name)}</span>
        <time dateTime={note.capturedAt}>{formatTime(note.capturedAt, edition)}</time>
        {waiting === undefined && arrivedLate(note) && <span>{t.row.late(formatDateTime(note.createdAt, edition))}</span>}
        {note.checkup !== null && (
          <Link to={paths.checkup(note.patientId, note.checkup.id)}>{t.row.checkup(formatDateTime(note.checkup.endedAt, edition))}</Link>
        )}
      </p>
      {waiting !== undefined && !needsPerson(waiting.state) && <WaitingMark state={waiting.state} />}
      {waiting !== undefined && needsPerson(waiting.state) && (
        <div className={styles['refused']}>
          <RefusedMark state={waiting.state} reason={waiting.state === 'stuck' ? t.row.stuck(waiting.problem?.message ?? '') : (waiting.problem?.message ?? '')} />
          <Button variant="default" size="sm" onClick={() => void retry(waiting.commandId)}>
            {t.row.sendAgain}
          </Button>
          <Button variant="subtle" size="sm" color="danger" onClick={() => setAsking(true)}>
            {t.row.discard}
          </Button>
        </div>
      )}
      {asking && waiting !== undefined && (
        <ConfirmDialog
          title={t.row.discardTitle}
          confirmLabel={t.row.discard}
          cancelLabel={t.row.keep}
          danger
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            void discard(waiting.commandId, t.row.discardReason)
          }}
        >
          {t.row.discardText}
        </ConfirmDialog>
      )}
    </li>
  )
}
