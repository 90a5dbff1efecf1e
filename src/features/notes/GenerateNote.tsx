import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { generatePatientNote } from '../../data/note'
import {
  generatedText,
  type GeneratedNote,
  type GeneratedSection,
} from '../../domain/note/generated'
import { formatDateTime } from '../../domain/time'
import { useCommand } from '../../engine/react'
import { noteTexts } from '../../texts/note'
import { useEdition, useTexts } from '../../ui/edition'
import { paths } from '../../ui/paths'
import { useProblemText } from '../../ui/problem'
import { useLate } from '../../ui/time'
import styles from './NotesTab.module.css'

function Source({
  patientId,
  source: { kind, id, at },
}: {
  readonly patientId: string
  readonly source: GeneratedSection['sources'][number]
}) {
  const edition = useEdition()
  const t = noteTexts(edition).add.generate
  const when = formatDateTime(at, edition)
  return kind === 'checkup' ? (
    <Link to={paths.checkup(patientId, id)}>{t.checkup(when)}</Link>
  ) : (
    <span>{t.alert(when)}</span>
  )
}

/** Each section of a generated note with where its value is from: the newest, and how many more. */
function Sources({
  patientId,
  note,
}: {
  readonly patientId: string
  readonly note: GeneratedNote
}) {
  const t = noteTexts(useEdition()).add.generate
  return (
    <details className={styles['sources']}>
      <summary>{t.sources}</summary>
      <dl>
        {note.sections.map(({ heading, sources: [newest, ...others] }) => (
          <div key={heading}>
            <dt>{heading}</dt>
            <dd>
              {newest === undefined ? (
                t.none
              ) : (
                <>
                  <Source patientId={patientId} source={newest} />
                  {others.length > 0 && ` ${t.more(others.length)}`}
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/**
 * Has a note made of the last 24 hours and hands its text to the form (C161): nothing is added until
 * its author adds it. Online only.
 */
export function GenerateNote({
  patientId,
  disabled,
  isUsed,
  onRunning,
  onText,
}: {
  readonly patientId: string
  /** While the note of before is being added. */
  readonly disabled: boolean
  /** Of what was generated something is in the field. */
  readonly isUsed: boolean
  /** What is typed meanwhile would be lost: the field waits. */
  readonly onRunning: (isRunning: boolean) => void
  /** `before`: what was generated before, which it takes the place of. */
  readonly onText: (text: string, id: string, before: string | null) => void
}) {
  const edition = useEdition()
  const t = noteTexts(edition).add.generate
  const words = useTexts().ui.blocked
  const say = useProblemText()
  const { run, busy, blocked } = useCommand(generatePatientNote, { about: patientId })
  const isLong = useLate(busy)
  const [made, setMade] = useState<GeneratedNote | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const generate = async (): Promise<void> => {
    setFailure(null)
    onRunning(true)
    const result = await run({ patientId }).finally(() => onRunning(false))
    if (result.kind === 'refused') setFailure(say(result.problem))
    else if (result.kind === 'done') {
      setMade(result.value)
      onText(
        generatedText(result.value),
        result.value.id,
        made === null ? null : generatedText(made),
      )
    }
  }
  return (
    <div className={styles['generate']}>
      <Button
        variant="default"
        loading={isLong}
        disabled={disabled || busy || blocked !== null}
        onClick={() => void generate()}
      >
        {t.button}
      </Button>
      {blocked !== null && <p className={styles['hint']}>{words[blocked]}</p>}
      <output>{made !== null && isUsed && t.done[made.status]}</output>
      {made !== null && isUsed && <Sources patientId={patientId} note={made} />}
      {failure !== null && (
        <p role="alert" className={styles['failure']}>
          <strong>{t.failed}</strong> {failure}
        </p>
      )}
    </div>
  )
}
