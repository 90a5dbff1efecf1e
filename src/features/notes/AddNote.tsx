import { Button, Checkbox, Textarea } from '@mantine/core'
import { useId, useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import { needsPerson, useCommand, useDraft } from '../../engine/react'
import { addPatientNote } from '../../data/note'
import { longestNote, noteLength, noteTextSchema } from '../../domain/note/note'
import type { Patient } from '../../domain/patient/patient'
import { formatDateTime } from '../../domain/time'
import { noteTexts } from '../../texts/note'
import { useEdition, useTexts } from '../../ui/edition'
import { useLate } from '../../ui/time'
import { GenerateNote } from './GenerateNote'
import type { ShownNote } from './NoteRow'
import { counted } from './notes.view'
import styles from './NotesTab.module.css'
import { useProblemText } from '../../ui/problem'

export interface AddNoteProps {
  readonly patient: Patient
  /** The notes on the screen: they tell when the one just written has reached the server. */
  readonly shown: readonly ShownNote[]
  /** False: the dialog around it is its heading. */
  readonly heading?: boolean
}

/** The text of the field with what was generated: in the place of what was before, if nobody changed it. */
const withGenerated = (text: string, made: string, before: string | null): string => {
  if (text.trim() === '') return made
  return before !== null && text.includes(before)
    ? text.replace(before, () => made)
    : `${text}\n\n${made}`
}

/** Writes a note. The text leaves the field only when it is saved. */
export function AddNote({ patient, shown, heading = true }: AddNoteProps) {
  const say = useProblemText()
  const words = useTexts().ui.blocked
  const edition = useEdition()
  const t = noteTexts(edition)
  const hint = useId()
  const draft = useDraft(`note ${patient.id}`, { about: patient.id })
  const { run, busy, blocked } = useCommand(addPatientNote, { about: patient.id, draft })
  const { text } = draft
  const isLong = useLate(busy)
  // The id of the check-up that it is about: after a crash the latest may be another one, which was
  // never meant.
  const about = useDraft(`note about ${patient.id}`)
  const generated = useDraft(`note generated ${patient.id}`)
  const [isGenerating, setGenerating] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [kept, setKept] = useState<{ readonly id: string | null } | null>(null)
  const checkup = patient.latestCheckup
  const aboutCheckup = checkup !== null && about.text === checkup.id
  const length = noteLength(text)
  const change = (next: string): void => {
    draft.set(next)
    setError(null)
    setKept(null)
    // Nothing is left of what was generated.
    if (next.trim() === '') generated.set('')
  }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy || isGenerating) return
    const parsed = noteTextSchema.safeParse(text)
    setFailure(null)
    setKept(null)
    if (!parsed.success) {
      setError(parsed.error.issues[0]?.message ?? t.add.failed)
      return
    }
    const ofCheckup =
      aboutCheckup && checkup !== null
        ? { checkupId: checkup.id, checkupEndedAt: checkup.endedAt }
        : {}
    const ofGenerated = generated.text === '' ? {} : { generatedNoteId: generated.text }
    const result = await run({
      patientId: patient.id,
      text: parsed.data,
      ...ofCheckup,
      ...ofGenerated,
    })
    if (result.kind === 'refused') {
      const field = result.problem.fields.find(({ path }) => path === 'text')
      // Where this device could not keep it there is no more to say: the shell says why.
      if (field === undefined)
        setFailure(result.problem.kind === 'storage' ? '' : say(result.problem))
      else setError(field.message)
      return
    }
    // At once, ahead of all that a saved note sets off on the other parts of the screen.
    flushSync(() => {
      change('')
      about.set('')
      generated.set('')
      setKept({ id: result.kind === 'saved' ? result.id : null })
    })
  }
  // `saved` is true of this device; that the server has it is said only once the row no longer
  // waits.
  const row = shown.find((note) => note.id === kept?.id)
  const delivered =
    kept !== null && (kept.id === null || (row !== undefined && row.waiting === undefined))
  return (
    <form
      data-print="off"
      autoComplete="off"
      className={styles['form']}
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-label={t.add.heading}
    >
      {heading && <h2>{t.add.heading}</h2>}
      <Textarea
        label={t.add.label}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        error={error}
        rows={generated.text === '' ? 5 : 14}
        readOnly={busy || isGenerating}
        required
        data-autofocus={!heading || undefined}
        aria-describedby={hint}
        styles={{ input: { height: 'auto', paddingBlock: 8 } }}
      />
      <p id={hint} className={styles['hint']} data-over={length > longestNote}>
        <span>{t.add.counter(counted(length, edition), counted(longestNote, edition))}</span>
      </p>
      <GenerateNote
        patientId={patient.id}
        disabled={busy}
        isUsed={generated.text !== ''}
        onRunning={setGenerating}
        onText={(made, id, before) => {
          change(withGenerated(text, made, before))
          generated.set(id)
        }}
      />
      {checkup !== null && (
        <Checkbox
          checked={aboutCheckup}
          onChange={(event) => about.set(event.currentTarget.checked ? checkup.id : '')}
          label={t.add.checkup(formatDateTime(checkup.endedAt, edition))}
        />
      )}
      {failure !== null && (
        <p role="alert" className={styles['failure']}>
          <strong>{t.add.failed}</strong> {failure}
        </p>
      )}
      {blocked !== null && <p className={styles['hint']}>{words[blocked]}</p>}
      <Button type="submit" loading={isLong} disabled={blocked !== null || isGenerating}>
        {t.add.button}
      </Button>
      {/* Under the button: what comes while somebody presses it must not move it. */}
      <output className={styles['kept']}>
        {text !== '' && draft.kept && <span className={styles['draft']}>{t.add.draft}</span>}
        {kept !== null &&
          (row?.waiting === undefined || !needsPerson(row.waiting.state)) &&
          (delivered ? t.add.sent : t.add.saved)}
      </output>
    </form>
  )
}
