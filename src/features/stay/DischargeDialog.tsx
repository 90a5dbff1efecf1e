import { patientAlerts } from '../../data/alert'
import { dischargePatientFromWard } from '../../data/stay'
import { patientOnBoard } from '../../data/virtual-ward'
import { shownOpen } from '../../domain/alerts/alert'
import { formatPatientName, isFullNameOf } from '../../domain/identity'
import { openTasks } from '../../domain/task/task'
import type { Patient, WardAdmission } from '../../domain/patient/patient'
import {
  dischargeFaults,
  dischargeReasons,
  longestDischargeInfo,
} from '../../domain/stay/discharge'
import { offBoard } from '../../domain/virtual-ward/due'
import { isGrave } from '../../domain/virtual-ward/shown-score'
import { useAnswer, useCommand, useResource } from '../../engine/react'
import { alertTexts } from '../../texts/alerts'
import { documentsTexts } from '../../texts/documents'
import { stayTexts } from '../../texts/stay'
import { useMay } from '../../ui/access'
import { alertName } from '../../ui/alerts'
import { useEdition } from '../../ui/edition'
import { Banner } from '../../ui/feedback'
import { FormDialog, useCommandForm } from '../../ui/form-kit'
import { paths } from '../../ui/paths'
import { CurrentScore, useShownScore } from '../../ui/risk'
import type { PatientActionProps } from '../../ui/room'
import { nameField, Who } from './Who'
import { useAfter } from './use-after'

/**
 * The score in force, and the open alerts, of a patient who is not well; nothing of one who is. Open
 * alerts are the server's: the discharge needs it too.
 */
function NotWell({ patient }: { readonly patient: Patient }) {
  const edition = useEdition()
  const t = stayTexts(edition).discharge
  const [onBoard = null] = useResource(patientOnBoard, { patientId: patient.id }).rows
  const { latestCheckup } = patient
  const shown = useShownScore(onBoard ?? { ...offBoard(latestCheckup), latestCheckup })
  const mayView = useMay('alert.view')
  const { value, problem } = useAnswer(
    patientAlerts,
    { patientId: patient.id },
    { enabled: mayView },
  )
  const words = alertTexts(edition)
  const alerts = shownOpen(value?.alerts ?? [])
  const isUnknown = mayView && value === null && problem !== null
  if (!isGrave(shown) && alerts.length === 0 && !isUnknown) return null
  return (
    <Banner kind="danger" title={t.notWell}>
      <CurrentScore checkup={latestCheckup} onBoard={onBoard} />
      {alerts.length > 0 && <p>{t.openAlerts(alerts.map((alert) => alertName(alert, words)))}</p>}
      {isUnknown && <p>{words.notKnown}</p>}
    </Banner>
  )
}

/** What is still to be done: who is on no board is not in the list of it. */
function OpenTasks({ patient }: { readonly patient: Patient }) {
  const t = stayTexts(useEdition()).discharge
  const tasks = openTasks(patient)
  return tasks.length === 0 ? null : (
    <Banner title={t.openTasks(tasks.length)}>
      <p>{tasks.map(({ text }) => text).join('; ')}</p>
    </Banner>
  )
}

function Discharge({
  patient,
  admission,
  onClose,
}: PatientActionProps & { readonly admission: WardAdmission }) {
  const edition = useEdition()
  const texts = stayTexts(edition)
  const t = texts.discharge
  const after = useAfter(onClose)
  const form = useCommandForm({
    command: useCommand(dischargePatientFromWard),
    fields: [
      {
        kind: 'select',
        name: 'type',
        label: t.reason,
        required: true,
        missing: t.required,
        options: dischargeReasons.map((value) => ({ value, label: t.reasons[value] })),
      },
      {
        kind: 'textarea',
        name: 'additionalInfo',
        label: t.info,
        rows: 3,
        maxLength: longestDischargeInfo,
      },
      nameField(texts, patient),
    ],
    before: { type: '', additionalInfo: '', name: '' },
    toInput: ({ type, additionalInfo }) => ({
      patientId: patient.id,
      wardId: admission.ward.id,
      reason: { type, additionalInfo: additionalInfo === '' ? null : additionalInfo },
    }),
    paths: { 'reason.type': 'type', 'reason.additionalInfo': 'additionalInfo' },
    onDone: (discharged) =>
      after(t.done(formatPatientName(patient), admission.ward.name), discharged, {
        label: documentsTexts(edition).summary,
        path: paths.patient(patient.id, 'care-pathway'),
      }),
  })
  const { type, additionalInfo, name } = form.values
  const isValid = dischargeFaults(type, additionalInfo).length === 0 && isFullNameOf(name, patient)
  return (
    <FormDialog
      form={form}
      title={t.title}
      submitLabel={t.submit}
      submitDisabled={!isValid}
      danger
      failed={t.failed}
      lead={
        <>
          <Who patient={patient} />
          <NotWell patient={patient} />
          <OpenTasks patient={patient} />
          <p>{t.from(admission.ward.name)}</p>
          <p>{t.effect}</p>
        </>
      }
      onClose={onClose}
    />
  )
}

/** Discharges the patient from their ward. */
export function DischargeDialog(props: PatientActionProps) {
  const { wardAdmission: admission } = props.patient
  return admission === null ? null : <Discharge {...props} admission={admission} />
}
