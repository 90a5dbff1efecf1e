import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { addTask, changeTask, endTask } from '../../data/task'
import type { Patient } from '../../domain/patient/patient'
import type { PatientTask, TaskEnd } from '../../domain/task/task'
import { useCommand } from '../../engine/react'
import { toDoTexts } from '../../texts/to-do'
import { useIdentityLine } from '../../ui/clinical'
import { useEdition } from '../../ui/edition'
import { FormDialog, useCommandForm, type FieldSpec } from '../../ui/form-kit'
import { readNow } from '../../ui/time'

/** Minutes from now that need no typing. */
const minutes = [15, 60, 240] as const
type When = (typeof minutes)[number] | 'other'

const blankToNull = (typed: unknown): string | null =>
  typeof typed === 'string' && typed.trim() !== '' ? typed.trim() : null

/** When a task is due: one of a few times from now, or one that is typed. */
function useWhen() {
  const t = toDoTexts(useEdition()).tasks
  const [when, setWhen] = useState<When>(60)
  const fields: readonly FieldSpec<'dueAt'>[] =
    when === 'other' ? [{ kind: 'dateTime', name: 'dueAt', label: t.dueAt, required: true }] : []
  return {
    fields,
    dueAt: (typed: unknown): unknown =>
      when === 'other' ? typed : new Date(readNow() + when * 60_000).toISOString(),
    choice: (locked: boolean) => (
      <NativeSelect
        label={t.due}
        disabled={locked}
        value={String(when)}
        onChange={({ currentTarget: { value } }) =>
          setWhen(minutes.find((one) => String(one) === value) ?? 'other')
        }
        data={[...minutes, 'other' as const].map((one) => ({
          value: String(one),
          label: t.in[one],
        }))}
      />
    ),
  }
}

/** Adds a task for a patient. */
export function AddTaskDialog({
  patient,
  onClose,
}: {
  readonly patient: Patient
  readonly onClose: () => void
}) {
  const t = toDoTexts(useEdition()).tasks
  const who = useIdentityLine(patient)
  const when = useWhen()
  const form = useCommandForm({
    command: useCommand(addTask, { about: patient.id }),
    fields: [
      {
        kind: 'text',
        name: 'text',
        label: t.text,
        hint: t.textHint,
        required: true,
        maxLength: 200,
        autoFocus: true,
      },
      ...when.fields,
      { kind: 'switch', name: 'isMine', label: t.isMine },
    ],
    before: { text: '', dueAt: '', isMine: false },
    toInput: ({ text, dueAt, isMine }) => ({
      patientId: patient.id,
      text,
      dueAt: when.dueAt(dueAt),
      isMine,
    }),
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t.add}
      submitLabel={t.save}
      failed={t.failed}
      lead={
        <>
          <p>{who}</p>
          {when.choice(form.locked)}
        </>
      }
      onClose={onClose}
    />
  )
}

/** Gives a task another time. */
export function PutOffDialog({
  patientId,
  task,
  onClose,
}: {
  readonly patientId: string
  readonly task: PatientTask
  readonly onClose: () => void
}) {
  const t = toDoTexts(useEdition()).tasks
  const when = useWhen()
  const form = useCommandForm({
    command: useCommand(changeTask, { about: patientId }),
    fields: when.fields,
    before: { dueAt: '' },
    toInput: ({ dueAt }) => ({
      patientId,
      taskId: task.id,
      text: task.text,
      dueAt: when.dueAt(dueAt),
    }),
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t.putOffTitle}
      submitLabel={t.putOff}
      failed={t.changeFailed}
      lead={
        <>
          <p>{task.text}</p>
          {when.choice(form.locked)}
        </>
      }
      onClose={onClose}
    />
  )
}

/** Ends a task: it is done, or nobody is to do it. */
export function EndTaskDialog({
  patientId,
  task,
  as,
  onClose,
}: {
  readonly patientId: string
  readonly task: PatientTask
  readonly as: TaskEnd
  readonly onClose: () => void
}) {
  const t = toDoTexts(useEdition()).tasks
  const isDone = as === 'done'
  const form = useCommandForm({
    command: useCommand(endTask, { about: patientId }),
    fields: [
      {
        kind: 'text',
        name: 'outcome',
        label: isDone ? t.outcome : t.reason,
        hint: t.optional,
        maxLength: 200,
        autoFocus: true,
      },
    ],
    before: { outcome: '' },
    toInput: ({ outcome }) => ({
      patientId,
      taskId: task.id,
      text: task.text,
      as,
      outcome: blankToNull(outcome),
    }),
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={isDone ? t.endTitle : t.cancelTitle}
      submitLabel={isDone ? t.end : t.cancel}
      danger={!isDone}
      failed={t.changeFailed}
      lead={
        <>
          <p>{task.text}</p>
          {!isDone && <p>{t.cancelText}</p>}
        </>
      }
      onClose={onClose}
    />
  )
}
