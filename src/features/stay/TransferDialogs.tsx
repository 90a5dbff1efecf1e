import { z } from 'zod'
import {
  transferPatientToCarePathway,
  transferPatientToWard,
  transferTargets,
} from '../../data/stay'
import type { TransferTargets } from '../../data/stay'
import { formatPatientName } from '../../domain/identity'
import type { WardAdmission } from '../../domain/patient/patient'
import { useAnswer, useCommand } from '../../engine/react'
import { stayTexts } from '../../texts/stay'
import { useEdition } from '../../ui/edition'
import { Await, Banner, Dialog } from '../../ui/feedback'
import { FormDialog, useCommandForm, type FieldSpec } from '../../ui/form-kit'
import type { PatientActionProps } from '../../ui/room'
import { nameField, Who } from './Who'
import { useAfter } from './use-after'

interface MoveProps extends PatientActionProps {
  readonly admission: WardAdmission
  readonly targets: TransferTargets
}

interface Target {
  readonly id: string
  readonly name: string
}

/** A field to choose where to; the present place can be chosen and is refused by name. */
const targetField = (
  label: string,
  missing: string,
  targets: readonly Target[],
): FieldSpec<'target'> => ({
  kind: 'select',
  name: 'target',
  label,
  required: true,
  missing,
  options: targets.map(({ id, name }) => ({ value: id, label: name })),
})

const before = { target: '', name: '' }

function MoveToWard({ patient, admission, targets, onClose }: MoveProps) {
  const texts = stayTexts(useEdition())
  const t = texts.ward
  const after = useAfter(onClose)
  const form = useCommandForm({
    command: useCommand(transferPatientToWard),
    fields: [targetField(t.field, t.missing, targets.wards), nameField(texts, patient)],
    before,
    toInput: ({ target }) => ({ patientId: patient.id, wardId: target }),
    schema: z.object({
      patientId: z.string(),
      wardId: z.string().refine((id) => id !== admission.ward.id, t.same),
    }),
    paths: { wardId: 'target' },
    onDone: (moved) => after(t.done(formatPatientName(patient), moved?.ward.name ?? ''), moved),
  })
  const chosen = targets.wards.find(({ id }) => id === form.values.target)
  return (
    <FormDialog
      form={form}
      title={t.title}
      submitLabel={t.submit}
      failed={t.failed}
      lead={
        <>
          <Who patient={patient} />
          <p>{t.now(admission.ward.name)}</p>
          <p>{t.effect}</p>
          {chosen !== undefined && chosen.id !== admission.ward.id && !chosen.seesPatients && (
            <Banner kind="warning" title={t.unseen(chosen.name)} />
          )}
        </>
      }
      onClose={onClose}
    />
  )
}

function MoveToPathway({ patient, admission, targets, onClose }: MoveProps) {
  const texts = stayTexts(useEdition())
  const t = texts.pathway
  const after = useAfter(onClose)
  const form = useCommandForm({
    command: useCommand(transferPatientToCarePathway),
    fields: [targetField(t.field, t.missing, targets.carePathways), nameField(texts, patient)],
    before,
    toInput: ({ target }) => ({ patientId: patient.id, carePathwayId: target }),
    schema: z.object({
      patientId: z.string(),
      carePathwayId: z.string().refine((id) => id !== admission.carePathway.id, t.same),
    }),
    paths: { carePathwayId: 'target' },
    onDone: (moved) =>
      after(t.done(formatPatientName(patient), moved?.carePathway.name ?? ''), moved),
  })
  return (
    <FormDialog
      form={form}
      title={t.title}
      submitLabel={t.submit}
      failed={t.failed}
      lead={
        <>
          <Who patient={patient} />
          <p>{t.now(admission.carePathway.name)}</p>
          <p>{t.effect}</p>
        </>
      }
      onClose={onClose}
    />
  )
}

function Move({ patient, onClose, to }: PatientActionProps & { readonly to: 'ward' | 'pathway' }) {
  const t = stayTexts(useEdition())
  const answer = useAnswer(transferTargets, { patientId: patient.id })
  const { wardAdmission: admission } = patient
  if (admission === null) return null
  if (answer.value === null)
    return (
      <Dialog title={t[to].title} size="small" onClose={onClose}>
        <Await of={answer} failed={t.targetsFailed}>
          {() => null}
        </Await>
      </Dialog>
    )
  const props = { patient, admission, targets: answer.value, onClose }
  return to === 'ward' ? <MoveToWard {...props} /> : <MoveToPathway {...props} />
}

/** Moves the patient to another ward. */
export function TransferWard(props: PatientActionProps) {
  return <Move {...props} to="ward" />
}

/** Moves the patient to another care pathway. */
export function TransferPathway(props: PatientActionProps) {
  return <Move {...props} to="pathway" />
}
