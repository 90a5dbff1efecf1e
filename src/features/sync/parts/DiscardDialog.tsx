import { Button, TextInput } from '@mantine/core'
import { useId, useState, type FormEvent } from 'react'
import { useFormDraft, useOutbox } from '../../../data/hooks'
import type { OutboxItem } from '../../../data/kit'
import { toProblem } from '../../../domain/problem'
import { formatDateTime } from '../../../domain/time'
import type { SyncTexts } from '../../../texts/sync'
import { useEdition } from '../../../ui/edition'
import { Dialog, showToast } from '../../../ui/feedback'
import { useFaultFocus } from '../../../ui/form'
import { kindWords, whoOf, writtenInShort } from '../written.view'
import styles from './dialogs.module.css'
import { useProblemText } from '../../../ui/problem'

export interface DiscardDialogProps {
  readonly item: OutboxItem
  readonly t: SyncTexts
  /** It is given up because what somebody else wrote stands: the reason is there already. */
  readonly keepsTheirs: boolean
  readonly onClose: () => void
  readonly onDiscarded: () => void
}

const reasonNames = ['paper', 'repeated', 'outdated', 'wrongPatient', 'other'] as const

/**
 * Gives a record up: names whom and what it is about, and takes no answer without a reason. What is
 * typed outlives a crash and a session.
 */
export function DiscardDialog({ item, t, keepsTheirs, onClose, onDiscarded }: DiscardDialogProps) {
  const edition = useEdition()
  const { discard } = useOutbox()
  const id = useId()
  const {
    fields: { reason: name, typed },
    set,
    clear,
  } = useFormDraft(
    `${keepsTheirs ? 'keep theirs of' : 'give up'} ${item.id}`,
    {
      reason: keepsTheirs ? 'other' : '',
      typed: keepsTheirs ? t.conflict.keepReason(item.conflict?.changedBy ?? null) : '',
    },
    { about: item.patient?.id ?? null },
  )
  const chosen = reasonNames.find((one) => one === name) ?? null
  const [error, setError] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const textOf = useProblemText()
  const [busy, setBusy] = useState(false)
  const { form, toFault } = useFaultFocus()
  const words = t.discard
  const missing = error !== null && chosen === null

  const giveUp = (): void => {
    clear()
    onClose()
  }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const say = (fault: string): void => {
      setError(fault)
      toFault()
    }
    if (chosen === null) return say(words.missing)
    const reason = chosen === 'other' ? typed.trim() : words.reasons[chosen]
    if (reason === '') return say(words.otherMissing)
    setBusy(true)
    setFailure(null)
    try {
      await discard(item.id, reason)
      clear()
      showToast('sync', words.done)
      return onDiscarded()
    } catch (thrown) {
      setBusy(false)
      const problem = toProblem(thrown)
      const text = textOf(problem)
      // Decided elsewhere: the item leaves the list, and this dialog with it.
      if (problem.kind === 'conflict') showToast('sync', text)
      setFailure(text)
      return toFault()
    }
  }
  return (
    <Dialog
      title={keepsTheirs ? words.titleTheirs : words.title}
      role="alertdialog"
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={giveUp} data-autofocus>
            {words.cancel}
          </Button>
          <Button type="submit" form={id} color="danger" loading={busy}>
            {words.confirm}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        autoComplete="off"
        id={id}
        onSubmit={(event) => void submit(event)}
        noValidate
        className={styles['form']}
      >
        <blockquote className={styles['quote']}>
          <p className={styles['who']}>
            <strong>{whoOf(item, t)}</strong>, {kindWords(item.op, t)},{' '}
            {formatDateTime(new Date(item.capturedAt).toISOString(), edition)}
          </p>
          <p dir="auto" className={styles['words']}>
            {writtenInShort(item, t, edition)}
          </p>
        </blockquote>
        <p className={styles['lead']}>
          {!item.mayBeDone ? words.lead : item.isLost ? t.lost.discardUnsure : words.leadUnsure}
        </p>
        {failure !== null && (
          <p role="alert" tabIndex={-1} data-failure className={styles['failure']}>
            <strong>{t.actions.failed}</strong> {failure}
          </p>
        )}
        <fieldset
          className={styles['reasons']}
          aria-describedby={missing ? `${id}-error` : undefined}
          aria-invalid={missing}
        >
          <legend>{words.legend}</legend>
          {missing && (
            <p id={`${id}-error`} role="alert" className={styles['failure']}>
              {error}
            </p>
          )}
          {reasonNames.map((name) => (
            <label key={name} className={styles['option']}>
              <input
                type="radio"
                name={`${id}-reason`}
                checked={chosen === name}
                onChange={() => {
                  set({ reason: name })
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
            error={error}
            maxLength={200}
            onChange={(event) => {
              set({ typed: event.currentTarget.value })
              setError(null)
            }}
          />
        )}
        <p className={styles['lead']}>{words.kept}</p>
      </form>
    </Dialog>
  )
}
