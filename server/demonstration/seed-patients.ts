import { onOxygen, patientFlagTypes } from '../../src/domain/patient/flag-types'
import type { Trx } from '../db/database'
import { enrolAdmission } from '../areas/checkup'
import { noteMonitoringSession } from '../areas/patient-summary'
import { nextRevision } from '../db/revision'
import { demonstrationAccounts } from './accounts'
import { organizationOf } from './organizations'
import { demonstrationPatients, type DemonstrationPatient } from './people'
import { personalThresholds } from './personal'
import { demonstrationId, pick, randomOf } from './random'

const dayMs = 86_400_000
const iso = (ms: number): string => new Date(ms).toISOString()

const staffOf = (patient: DemonstrationPatient) =>
  demonstrationAccounts.find((account) =>
    account.memberships.some(
      (membership) =>
        membership.organization === patient.organization &&
        (patient.ward === null || membership.wards.includes(patient.ward.name)),
    ),
  ) ?? null

/** When the patient was admitted: whole days ago and some hours, never in the future. */
const admittedAt = (patient: DemonstrationPatient, nowMs: number): number =>
  nowMs -
  patient.admittedDaysAgo * dayMs -
  Math.floor(randomOf(patient.id, 'admitted')() * 20) * 3_600_000

const insertPatient = async (
  trx: Trx,
  patient: DemonstrationPatient,
  nowMs: number,
  revision: number,
): Promise<void> => {
  const organizationId = organizationOf(patient.organization).id
  const createdAt = iso(admittedAt(patient, nowMs) - 1_800_000)
  await trx
    .insertInto('patient')
    .values({
      id: patient.id,
      organization_id: organizationId,
      first_name: patient.firstName,
      last_name: patient.lastName,
      gender: patient.gender,
      birth_date: patient.birthDate,
      telephone: patient.telephone,
      address: JSON.stringify(patient.address),
      national_identifier_type: patient.nhsNumber === null ? null : 'NhsNumber',
      national_identifier_value: patient.nhsNumber,
      pre_existing_conditions: JSON.stringify(patient.conditions),
      created_at: createdAt,
      revision,
    })
    .execute()
  for (const linked of [patient.organization, ...patient.linkedTo]) {
    await trx
      .insertInto('patient_organization')
      .values({
        patient_id: patient.id,
        organization_id: organizationOf(linked).id,
        linked_at: createdAt,
        by_practice: linked !== patient.organization,
      })
      .execute()
    if (linked === patient.organization) continue
    await trx
      .insertInto('patient_practice')
      .values({
        patient_id: patient.id,
        practice_id: organizationOf(linked).id,
        organization_id: organizationId,
        assigned_by: null,
        assigned_at: createdAt,
      })
      .execute()
  }
}

/** A virtual ward sends its patients home; in a care home they live. */
const expectedDischarge = (patient: DemonstrationPatient, nowMs: number): string | null => {
  const random = randomOf(patient.id, 'discharge')
  if (patient.organization === 'willowbank' || random() < 0.25) return null
  return iso(nowMs + Math.round(random() * 14 - 2) * dayMs).slice(0, 10)
}

const insertAdmission = async (
  trx: Trx,
  patient: DemonstrationPatient,
  nowMs: number,
  revision: number,
): Promise<void> => {
  if (patient.ward === null) return
  const at = iso(admittedAt(patient, nowMs))
  const id = demonstrationId('admission', patient.id)
  const shared = {
    patient_id: patient.id,
    organization_id: organizationOf(patient.organization).id,
    ward_id: patient.ward.id,
    care_pathway_id: patient.pathway.id,
    created_at: at,
    revision,
  }
  await trx
    .insertInto('ward_admission')
    .values({
      id,
      ...shared,
      admitted_at: at,
      expected_discharge_date: expectedDischarge(patient, nowMs),
    })
    .execute()
  await trx
    .insertInto('admission_event')
    .values({
      id: demonstrationId('admission-event', patient.id),
      admission_id: id,
      ...shared,
      type: 'Admission',
      effective_at: at,
      created_by: staffOf(patient)?.id ?? null,
    })
    .execute()
}

const flagsOf = (...types: readonly string[]) =>
  patientFlagTypes.filter(({ type }) => types.includes(type))

const insertFlags = async (
  trx: Trx,
  patient: DemonstrationPatient,
  nowMs: number,
  revision: number,
): Promise<void> => {
  const flags = [
    ...(patient.traits.has('oxygen') ? flagsOf(onOxygen) : []),
    ...(patient.conditions.some((condition) => /Frailty|falls|Parkinson/.test(condition))
      ? flagsOf('FallsRisk')
      : []),
  ]
  for (const flag of flags) {
    await trx
      .insertInto('patient_flag')
      .values({
        id: demonstrationId('flag', flag.type, patient.id),
        patient_id: patient.id,
        organization_id: organizationOf(patient.organization).id,
        ...flag,
        started_at: iso(admittedAt(patient, nowMs)),
        revision,
      })
      .execute()
  }
}

const insertPersonal = async (
  trx: Trx,
  patient: DemonstrationPatient,
  nowMs: number,
  revision: number,
): Promise<void> => {
  const [personal, scale2] = [patient.traits.has('personal'), patient.traits.has('scale2')]
  if (!personal && !scale2) return
  await trx
    .insertInto('personal_ews')
    .values({
      id: demonstrationId('ews', patient.id),
      patient_id: patient.id,
      organization_id: organizationOf(patient.organization).id,
      thresholds: personal ? JSON.stringify(personalThresholds) : null,
      risk_scheme: personal ? 'Personal' : 'NEWS2',
      spo2_scale: scale2 ? 2 : 1,
      reason: scale2
        ? 'Hypercapnic respiratory failure on blood gas; target 88 to 92 %'
        : 'Slow pulse and low pressure are usual since the operation',
      decided_by: 'Dr Amelia Osei, consultant',
      review_on: iso(nowMs + 21 * dayMs).slice(0, 10),
      created_at: iso(admittedAt(patient, nowMs)),
      created_by: staffOf(patient)?.id ?? null,
      revision,
    })
    .execute()
}

/** Patients with sensors are monitored from an hour after admission. */
const insertMonitoring = async (
  trx: Trx,
  patient: DemonstrationPatient,
  nowMs: number,
  revision: number,
): Promise<void> => {
  if (!patient.traits.has('monitored')) return
  const id = demonstrationId('monitoring-session', patient.id)
  await trx
    .insertInto('continuous_monitoring_session')
    .values({
      id,
      organization_id: organizationOf(patient.organization).id,
      patient_id: patient.id,
      type: 'Lamplight',
      created_at: iso(Math.min(nowMs, admittedAt(patient, nowMs) + 3_600_000)),
      created_by: staffOf(patient)?.id ?? null,
      revision,
    })
    .execute()
  await noteMonitoringSession(trx, { patientId: patient.id, id })
}

const noteTexts = [
  'Spoke to the patient’s daughter by phone; she visits every evening and will watch fluids.',
  'Medication reviewed, no changes. Next review with the consultant on Thursday.',
  'Kit checked: oximeter batteries replaced, tablet charging cable swapped.',
  'Prefers to be called in the afternoon. Hard of hearing on the left side.',
] as const

const insertNotes = async (
  trx: Trx,
  patient: DemonstrationPatient,
  nowMs: number,
  revision: number,
): Promise<void> => {
  const random = randomOf(patient.id, 'notes')
  const author = staffOf(patient)
  if (author === null || random() < 0.6) return
  const at = iso(nowMs - Math.floor(random() * Math.min(6, patient.admittedDaysAgo) * dayMs))
  await trx
    .insertInto('patient_note')
    .values({
      id: demonstrationId('note', patient.id),
      organization_id: organizationOf(patient.organization).id,
      patient_id: patient.id,
      text: pick(random, noteTexts),
      captured_at: at,
      created_at: at,
      created_by: author.id,
      revision,
    })
    .execute()
}

/**
 * Who is silent has missed the slots of the last day: nothing of them is still to come. Those of the
 * others count from now on, since their readings arrive after the seed.
 */
const watchSilent = async (
  trx: Trx,
  patient: DemonstrationPatient,
  nowMs: number,
): Promise<void> => {
  if (patient.ward === null || !(patient.traits.has('silent') || patient.traits.has('stale')))
    return
  await enrolAdmission(trx, demonstrationId('admission', patient.id), nowMs - dayMs, nowMs)
}

/** Patients with their links, admissions, flags, personal thresholds and a few notes. */
export const seedPatients = async (trx: Trx, nowMs: number): Promise<void> => {
  for (const patient of demonstrationPatients) {
    const revision = await nextRevision(trx, organizationOf(patient.organization).id)
    for (const insert of [
      insertPatient,
      insertAdmission,
      insertFlags,
      insertPersonal,
      insertMonitoring,
      insertNotes,
      watchSilent,
    ])
      await insert(trx, patient, nowMs, revision)
  }
}
