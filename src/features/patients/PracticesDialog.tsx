import { useState } from 'react'
import type { ListedPatient } from '../../data/patient-list'
import {
  assignPatientToPractice,
  practices as practicesCall,
  unassignPatientFromPractice,
  type Practice,
} from '../../data/practice'
import { formatPatientName } from '../../domain/identity'
import { practiceChanges } from '../../domain/practice/practice'
import { useAnswer, useCommand } from '../../engine/react'
import { patientsTexts } from '../../texts/patients'
import { useEdition } from '../../ui/edition'
import { Await, Dialog, EmptyState } from '../../ui/feedback'
import { FormDialog, useCommandForm, type Submitted } from '../../ui/form-kit'
import { RowButtons } from '../../ui/table'
import { AddPracticeDialog } from './AddPracticeDialog'

interface Chosen {
  readonly [name: string]: readonly string[]
  readonly practices: readonly string[]
}

/**
 * Sends exactly the calls that differ, one after the other; the first that is refused ends it. What
 * is done twice is done once, so that all may be sent again.
 */
const useAssign = (patients: readonly ListedPatient[]) => {
  const assign = useCommand(assignPatientToPractice)
  const unassign = useCommand(unassignPatientFromPractice)
  const run = async ({ practices: chosen }: Chosen): Promise<Submitted<null>> => {
    const isOne = patients.length === 1
    for (const { id: patientId, practices } of patients) {
      const changes = practiceChanges(
        practices.map(({ id }) => id),
        chosen,
      )
      const calls = [
        ...changes.assign.map((practiceId) => [assign, practiceId] as const),
        ...(isOne ? changes.unassign.map((practiceId) => [unassign, practiceId] as const) : []),
      ]
      for (const [command, practiceId] of calls) {
        const result = await command.run({ patientId, practiceId })
        if (result.kind === 'refused') return { kind: 'refused', problem: result.problem }
      }
    }
    return { kind: 'done', value: null }
  }
  return { run, blocked: assign.blocked, forbidden: assign.forbidden }
}

function Choice({
  patients,
  known,
  onAdd,
  onClose,
}: {
  readonly patients: readonly ListedPatient[]
  readonly known: readonly Practice[]
  readonly onAdd: () => void
  readonly onClose: () => void
}) {
  const t = patientsTexts(useEdition()).practices
  const [only, ...others] = patients
  const assigned = others.length === 0 ? (only?.practices ?? []) : []
  // One that the server does not list any more stays to be taken off.
  const options = [
    ...known,
    ...assigned.filter(({ id }) => !known.some((one) => one.id === id)),
  ].map(({ id, name }) => ({ value: id, label: name }))
  const form = useCommandForm<Chosen, Chosen, null>({
    command: useAssign(patients),
    fields: [{ kind: 'multiSelect', name: 'practices', label: t.field, options }],
    before: { practices: assigned.map(({ id }) => id) },
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={
        only !== undefined && others.length === 0
          ? t.title(formatPatientName(only))
          : t.titleOfMany(patients.length)
      }
      submitLabel={t.save}
      submitDisabled={form.values.practices.length === 0 || !form.edited}
      failed={t.failed}
      lead={
        <>
          <p>{t.effect}</p>
          {others.length > 0 && <p>{t.many}</p>}
          <RowButtons
            actions={[
              { label: t.add, action: 'practice.create', disabled: form.blocked, onSelect: onAdd },
            ]}
          />
        </>
      }
      onClose={onClose}
    />
  )
}

/** The practices of a patient, or some to add to several patients. */
export function PracticesDialog({
  patients,
  onClose,
}: {
  readonly patients: readonly ListedPatient[]
  readonly onClose: () => void
}) {
  const t = patientsTexts(useEdition()).practices
  const answer = useAnswer(practicesCall, undefined)
  const [isAdding, setAdding] = useState(false)
  const { value } = answer
  const [first] = patients
  if (first === undefined) return null
  const add = isAdding && <AddPracticeDialog onClose={() => setAdding(false)} />
  if (value !== null && value.length > 0)
    return (
      <>
        <Choice patients={patients} known={value} onAdd={() => setAdding(true)} onClose={onClose} />
        {add}
      </>
    )
  return (
    <>
      <Dialog
        title={
          patients.length === 1 ? t.title(formatPatientName(first)) : t.titleOfMany(patients.length)
        }
        onClose={onClose}
      >
        <Await
          of={answer}
          failed={t.loadFailed}
          empty={
            <EmptyState
              title={t.none.title}
              action={
                <RowButtons
                  actions={[
                    { label: t.add, action: 'practice.create', onSelect: () => setAdding(true) },
                  ]}
                />
              }
            />
          }
        >
          {() => null}
        </Await>
      </Dialog>
      {add}
    </>
  )
}
