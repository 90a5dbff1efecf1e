import { Button, Textarea } from '@mantine/core'
import { useId, useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import { needsPerson, useCommand, useDraft, useOffline } from '../../engine/react'
import { sendChatMessage } from '../../data/chat'
import { chatTextSchema, longestMessage, messageLength } from '../../domain/chat/chat'
import type { Patient } from '../../domain/patient/patient'
import { chatTexts } from '../../texts/chat'
import { useEdition, useTexts } from '../../ui/edition'
import { useProblemText } from '../../ui/problem'
import { useLate } from '../../ui/time'
import type { ShownMessage } from './MessageRow'
import styles from './ChatTab.module.css'

export interface SendMessageProps {
  readonly patient: Patient
  /** The messages on the screen: they tell when the one just written has reached the server. */
  readonly shown: readonly ShownMessage[]
}

/** Writes to the patient. The text leaves the field only when it is saved. */
export function SendMessage({ patient, shown }: SendMessageProps) {
  const say = useProblemText()
  const words = useTexts().ui.blocked
  const edition = useEdition()
  const t = chatTexts(edition).send
  const hint = useId()
  const offline = useOffline()
  const draft = useDraft(`chat ${patient.id}`, { about: patient.id })
  const { run, busy, blocked } = useCommand(sendChatMessage, { about: patient.id, draft })
  const { text } = draft
  const isLong = useLate(busy)
  const [error, setError] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [kept, setKept] = useState<{ readonly id: string | null } | null>(null)
  const length = messageLength(text)
  const counted = new Intl.NumberFormat(edition)
  const change = (next: string): void => {
    draft.set(next)
    setError(null)
    setKept(null)
  }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy) return
    const parsed = chatTextSchema.safeParse(text)
    setFailure(null)
    setKept(null)
    if (!parsed.success) {
      setError(parsed.error.issues[0]?.message ?? t.failed)
      return
    }
    const result = await run({ patientId: patient.id, message: parsed.data })
    if (result.kind === 'refused') {
      const field = result.problem.fields.find(({ path }) => path === 'message')
      // Where this device could not keep it there is no more to say: the shell says why.
      if (field === undefined)
        setFailure(result.problem.kind === 'storage' ? '' : say(result.problem))
      else setError(field.message)
      return
    }
    flushSync(() => {
      change('')
      setKept({ id: result.kind === 'saved' ? result.id : null })
    })
  }
  // `saved` is true of this device; that the server has it is said only once the row no longer
  // waits.
  const row = shown.find((message) => message.id === kept?.id)
  const delivered =
    kept !== null && (kept.id === null || (row !== undefined && row.waiting === undefined))
  return (
    <form
      data-print="off"
      autoComplete="off"
      className={styles['form']}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <Textarea
        label={t.label}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        error={error}
        rows={3}
        readOnly={busy}
        required
        aria-describedby={hint}
        styles={{ input: { height: 'auto', paddingBlock: 8 } }}
      />
      <p id={hint} className={styles['hint']} data-over={length > longestMessage}>
        <span>{t.counter(counted.format(length), counted.format(longestMessage))}</span>
      </p>
      {failure !== null && (
        <p role="alert" className={styles['failure']}>
          <strong>{t.failed}</strong> {failure}
        </p>
      )}
      {blocked !== null && <p className={styles['hint']}>{words[blocked]}</p>}
      {blocked === null && offline && <p className={styles['hint']}>{t.offline}</p>}
      <Button type="submit" loading={isLong} disabled={blocked !== null}>
        {t.button}
      </Button>
      {/* Under the button: what comes while somebody presses it must not move it. */}
      <output className={styles['kept']}>
        {text !== '' && draft.kept && <span className={styles['draft']}>{t.draft}</span>}
        {kept !== null &&
          (row?.waiting === undefined || !needsPerson(row.waiting.state)) &&
          (delivered ? t.sent : t.saved)}
      </output>
    </form>
  )
}
