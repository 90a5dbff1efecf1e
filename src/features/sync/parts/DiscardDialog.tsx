import { Button, TextInput } from '@mantine/core'
import { useId, useState, type FormEvent } from 'react'
import { useFormDraft } from '../../../engine/react'
import type { OutboxItem } from '../../../engine/define'
import type { SyncTexts } from '../../../texts/sync'
import { Dialog } from '../../../ui/feedback'
import { useFaultFocus } from '../../../ui/form'
import { useDiscard } from '../use-discard'
import { mayBeOnRecord } from '../written.view'
import { DiscardReasons, discardReason } from './DiscardReasons'
import { ItemQuote } from './ItemQuote'
import styles from './dialogs.module.css'

export interface DiscardDialogProps {
  readonly item: OutboxItem
  readonly t: SyncTexts
  /** It is given up because what somebody else wrote is kept: the reason is filled in. */
  readonly keepsTheirs: boolean
  readonly onClose: () => void
  readonly onDiscarded: () => void
}

/** Gives a record up, with patient, content and a required reason. The reason is kept. */
export function DiscardDialog({ item, t, keepsTheirs, onClose, onDiscarded }: DiscardDialogProps) {
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
    { about: item.subject?.id ?? null },
  )
  const chosen = discardReason(name)
  const [error, setError] = useState<string | null>(null)
  const { form, toFault } = useFaultFocus()
  const { busy, failure, giveUp } = useDiscard(
    item.id,
    t.discard.done,
    () => {
      clear()
      onDiscarded()
    },
    toFault,
  )
  const words = t.discard

  const keep = (): void => {
    clear()
    onClose()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const reason = chosen === null || chosen === 'other' ? typed.trim() : words.reasons[chosen]
    if (chosen !== null && reason !== '') return void giveUp(reason)
    setError(chosen === null ? words.missing : words.otherMissing)
    return toFault()
  }
  return (
    <Dialog
      title={keepsTheirs ? words.titleTheirs : words.title}
      role="alertdialog"
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={keep} data-autofocus>
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
        onSubmit={submit}
        noValidate
        className={styles['form']}
      >
        <ItemQuote item={item} t={t} />
        <p className={styles['lead']}>
          {!mayBeOnRecord(item)
            ? words.lead
            : item.isLost
              ? t.lost.discardUnsure
              : words.leadUnsure}
        </p>
        {failure !== null && (
          <p role="alert" tabIndex={-1} data-failure className={styles['failure']}>
            <strong>{t.actions.failed}</strong> {failure}
          </p>
        )}
        <DiscardReasons
          t={words}
          chosen={chosen}
          error={chosen === null ? error : null}
          onChoose={(reason) => {
            set({ reason })
            setError(null)
          }}
        />
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
