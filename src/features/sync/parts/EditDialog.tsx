import { Button, Textarea, TextInput } from '@mantine/core'
import { useId, useState, type FormEvent } from 'react'
import { useFormDraft, useOutbox } from '../../../engine/react'
import type { OutboxItem } from '../../../engine/define'
import { isFullNameOf } from '../../../domain/identity'
import { longestNote, noteLength } from '../../../domain/note/note'
import { dayOf } from '../../../domain/time'
import type { SyncTexts } from '../../../texts/sync'
import { useEdition } from '../../../ui/edition'
import { Dialog, showToast } from '../../../ui/feedback'
import { useFaultFocus } from '../../../ui/form'
import { readNow } from '../../../ui/time'
import { asksForName, edited, editForms, faultsOf, valuesOf, type EditField } from '../edit.form'
import { fieldWords, kindWords } from '../written.view'
import styles from './dialogs.module.css'
import { useProblemText } from '../../../ui/problem'

export interface EditDialogProps {
  readonly item: OutboxItem
  readonly t: SyncTexts
  readonly onClose: () => void
  readonly onSaved: () => void
}

interface FieldProps {
  readonly field: EditField
  readonly value: string
  readonly error: string | undefined
  readonly t: SyncTexts
  readonly onChange: (value: string) => void
}

function Field({ field, value, error, t, onChange }: FieldProps) {
  const edition = useEdition()
  const id = useId()
  const label = fieldWords(field.name, t)
  switch (field.as) {
    case 'note':
      return (
        <div className={styles['field']}>
          <Textarea
            label={label}
            value={value}
            rows={8}
            required
            error={error}
            aria-describedby={id}
            data-autofocus
            styles={{ input: { height: 'auto', paddingBlock: 8 } }}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          <p id={id} className={styles['lead']}>
            {t.edit.counter(
              noteLength(value).toLocaleString(edition),
              longestNote.toLocaleString(edition),
            )}
          </p>
        </div>
      )
    case 'acuity':
      return (
        <fieldset className={styles['reasons']} aria-invalid={error !== undefined}>
          <legend>{label}</legend>
          {error !== undefined && (
            <p role="alert" className={styles['failure']}>
              {error}
            </p>
          )}
          {Object.entries(t.acuity).map(([score, words]) => (
            <label key={score} className={styles['option']}>
              <input
                type="radio"
                name={id}
                checked={value === score}
                onChange={() => onChange(score)}
              />
              {words}
            </label>
          ))}
        </fieldset>
      )
    case 'date':
    case 'line':
      return (
        <TextInput
          type={field.as === 'date' ? 'date' : 'text'}
          label={field.name === 'reason' ? t.edit.reasonOptional : label}
          value={value}
          error={error}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
  }
}

/** Not of the command: what is typed to confirm whom it is about. */
const nameField = 'patient name'

/** Corrects a record. What is typed is kept until it is saved. */
export function EditDialog({ item, t, onClose, onSaved }: EditDialogProps) {
  const say = useProblemText()
  const { replace } = useOutbox()
  const id = useId()
  const {
    fields: values,
    set,
    clear,
  } = useFormDraft(`correct ${item.id}`, valuesOf(item.op, item.input), {
    about: item.subject?.id ?? null,
  })
  const [name, setName] = useState('')
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const { form, toFault } = useFaultFocus()
  const fields = editForms[item.op] ?? []

  const giveUp = (): void => {
    clear()
    onClose()
  }
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setFailure(null)
    const faults = {
      ...faultsOf(item.op, values, dayOf(readNow())),
      ...(asksForName(item.op) &&
      !isFullNameOf(name, { firstName: item.subject?.name ?? '', lastName: '' })
        ? { [nameField]: name.trim() === '' ? t.edit.nameMissing : t.edit.nameWrong }
        : {}),
    }
    setErrors(faults)
    if (Object.keys(faults).length > 0) return toFault()
    setBusy(true)
    const result = await replace(item.id, edited(item.op, item.input, values))
    setBusy(false)
    if (result.kind !== 'refused') {
      clear()
      showToast('sync', t.actions.asked)
      return onSaved()
    }
    const beside = result.problem.fields.filter(({ path }) =>
      fields.some(({ name }) => name === path),
    )
    setErrors(Object.fromEntries(beside.map(({ path, message }) => [path, message])))
    if (beside.length === 0) setFailure(say(result.problem))
    return toFault()
  }
  return (
    <Dialog
      title={t.edit.title(kindWords(item.op, t))}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={giveUp}>
            {t.edit.cancel}
          </Button>
          <Button type="submit" form={id} loading={busy}>
            {t.edit.save}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        autoComplete="off"
        id={id}
        onSubmit={(event) => void save(event)}
        noValidate
        className={styles['form']}
      >
        <p className={styles['who']}>
          {t.edit.about} <strong>{item.subject?.name ?? t.patient.none}</strong>
        </p>
        {failure !== null && (
          <p role="alert" tabIndex={-1} data-failure className={styles['failure']}>
            <strong>{t.edit.failed}</strong> {failure}
          </p>
        )}
        {fields.map((field) => (
          <Field
            key={field.name}
            field={field}
            value={values[field.name] ?? ''}
            error={errors[field.name]}
            t={t}
            onChange={(value) => set({ [field.name]: value })}
          />
        ))}
        {asksForName(item.op) && (
          <TextInput
            label={t.edit.name}
            description={t.edit.nameHint}
            autoComplete="off"
            value={name}
            error={errors[nameField]}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
        <p className={styles['lead']}>{t.edit.lead}</p>
      </form>
    </Dialog>
  )
}
