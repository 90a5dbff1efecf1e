import { Button, TextInput } from '@mantine/core'
import { useId, useState, type FormEvent } from 'react'
import { useOutbox } from '../../../data/hooks'
import type { OutboxItem } from '../../../data/kit'
import { toProblem } from '../../../domain/problem'
import { formatDateTime } from '../../../domain/time'
import type { SyncTexts } from '../../../texts/sync'
import { useEdition } from '../../../ui/edition'
import { Dialog, showToast } from '../../../ui/feedback'
import { kindWords, writtenInShort } from '../written.view'
import styles from './dialogs.module.css'

export interface DiscardDialogProps {
  readonly item: OutboxItem
  readonly t: SyncTexts
  /** It is given up because what somebody else wrote stands: the reason is there already. */
  readonly keepsTheirs: boolean
  readonly onClose: () => void
  readonly onDiscarded: () => void
}

const reasonNames = ['paper', 'repeated', 'outdated', 'wrongPatient', 'other'] as const
type ReasonName = (typeof reasonNames)[number]

/** Gives a record up: names whom and what it is about, and takes no answer without a reason. */
export function DiscardDialog({ item, t, keepsTheirs, onClose, onDiscarded }: DiscardDialogProps) {
  const edition = useEdition()
  const { discard } = useOutbox()
  const id = useId()
  const [chosen, setChosen] = useState<ReasonName | null>(keepsTheirs ? 'other' : null)
  const [typed, setTyped] = useState(keepsTheirs ? t.conflict.keepReason(item.conflict?.changedBy ?? null) : '')
  const [error, setError] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const words = t.discard

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (chosen === null) return setError(words.missing)
    const reason = chosen === 'other' ? typed.trim() : words.reasons[chosen]
    if (reason === '') return setError(words.otherMissing)
    setBusy(true)
    setFailure(null)
    try {
      await discard(item.id, reason)
      showToast('sync', words.done)
      return onDiscarded()
    } catch (thrown) {
      setBusy(false)
      return setFailure(toProblem(thrown).message)
    }
  }
  return (
    <Dialog
      title={keepsTheirs ? words.titleTheirs : words.title}
      role="alertdialog"
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose} data-autofocus>{words.cancel}</Button>
          <Button type="submit" form={id} color="danger" loading={busy}>{words.confirm}</Button>
        </>
      }
    >
      <form autoComplete="off" id={id} onSubmit={(event) => void submit(event)} noValidate className={styles['form']}>
        <blockquote className={styles['quote']}>
          <p className={styles['who']}>
            <strong>{item.patient?.name ?? t.patient.none}</strong>, {kindWords(item.op, t)}, {formatDateTime(new Date(item.capturedAt).toISOString(), edition)}
          </p>
          <p className={styles['words']}>{writtenInShort(item, t, edition)}</p>
        </blockquote>
        <p className={styles['lead']}>{words.lead}</p>
        {failure !== null && <p role="alert" className={styles['failure']}><strong>{t.actions.failed}</strong> {failure}</p>}
        <fieldset className={styles['reasons']} aria-describedby={error === null ? undefined : `${id}-error`} aria-invalid={error !== null}>
          <legend>{words.legend}</legend>
          {error !== null && <p id={`${id}-error`} role="alert" className={styles['failure']}>{error}</p>}
          {reasonNames.map((name) => (
            <label key={name} className={styles['option']}>
              <input
                type="radio"
                name={`${id}-reason`}
                checked={chosen === name}
                onChange={() => {
                  setChosen(name)
                  setError(null)
                }}
              />
              {words.reasons[name]}
            </label>
          ))}
        </fieldset>
        {chosen === 'other' && (
          <TextInput
            label={words.other}
            value={typed}
            maxLength={200}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              setError(null)
            }}
          />
        )}
        <p className={styles['lead']}>{words.kept}</p>
      </form>
    </Dialog>
  )
}
