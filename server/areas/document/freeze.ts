import type { Patient, Person } from '../../../schema/generated/resolvers'
import {
  mostOfStay,
  observedOf,
  type Observed,
  type Summary,
} from '../../../src/domain/document/summary'
import { defaultThresholds } from '../../../src/domain/ews'
import { ewsThresholdsSchema } from '../../../src/domain/ews/thresholds'
import { formatFullName } from '../../../src/domain/identity'
import type { Scope } from '../../graphql/scope'
import { alertsOfStay } from '../alert'
import { checkupsOfStay, type CheckupOfStay } from '../checkup'
import { sessionsOfStay } from '../monitoring'
import { notesOfStay } from '../note'
import { readPatient } from '../patient'

const nameOf = (person: Person | null | undefined): string | null =>
  person == null
    ? null
    : formatFullName({
        firstName: person.firstName ?? null,
        lastName: person.lastName ?? null,
      }) || null

const frozen = ({ author, ...checkup }: CheckupOfStay): Observed =>
  observedOf({ ...checkup, author: nameOf(author) })

const thresholdsOf = ({ ewsThresholds: own, ewsDefault }: Patient): Summary['thresholds'] => {
  const isPersonal = own?.thresholds != null
  const stored: unknown = own?.thresholds ?? ewsDefault.thresholds ?? defaultThresholds
  return {
    isPersonal,
    // Nobody stays on a ward because their thresholds cannot be read.
    bands: ewsThresholdsSchema.nullable().catch(null).parse(stored),
    spo2Scale: own?.spo2Scale === 2 ? 2 : 1,
    reason: own?.reason ?? null,
    decidedBy: own?.decidedBy ?? null,
    reviewOn: own?.reviewOn ?? null,
    setAt: own?.createdAt ?? null,
  }
}

/** What the discharge ends: read before it does. */
export interface BeforeDischarge {
  readonly record: Patient
  readonly alerts: Awaited<ReturnType<typeof alertsOfStay>>
}

/** What a discharge summary is about. */
export interface Discharged {
  readonly before: BeforeDischarge
  readonly admissionId: string
  readonly admittedAt: string
  readonly dischargedAt: string
  readonly reason: { readonly type: string; readonly additionalInfo: string | null }
}

/** Reads what the discharge will end: thresholds, and who dealt with open alerts. */
export const readBefore = async (
  scope: Scope,
  patientId: string,
  stay: { readonly from: string; readonly to: string },
): Promise<BeforeDischarge> => ({
  record: await readPatient(scope, patientId),
  alerts: await alertsOfStay(scope.trx, { patientId, ...stay }, mostOfStay.alerts),
})

/** Gathers what a discharge summary says. After the discharge's own writes, in its transaction. */
export async function freezeSummary(
  { trx, acting }: Scope,
  { before: { record: before, alerts }, admissionId, admittedAt, dischargedAt, reason }: Discharged,
): Promise<Summary> {
  const stay = { patientId: before.id, from: admittedAt, to: dischargedAt }
  const own = await trx
    .selectFrom('organization')
    .select(['name', 'edition', 'time_zone'])
    .where('id', '=', acting.organizationId)
    .executeTakeFirstOrThrow()
  const author = await trx
    .selectFrom('user_account')
    .select(['first_name', 'last_name', 'email'])
    .where('id', '=', acting.userId)
    .executeTakeFirst()
  const checkups = await checkupsOfStay(trx, stay, mostOfStay.checkups)
  const notes = await notesOfStay(trx, stay, mostOfStay.notes)
  const { wardAdmission: admission, latestAcuityScore: acuity } = before
  return {
    version: 1,
    edition: own.edition,
    zone: own.time_zone,
    organization: own.name,
    patient: {
      firstName: before.firstName,
      lastName: before.lastName,
      birthDate: before.birthDate,
      gender: before.gender,
      identifier: before.nationalIdentifier ?? null,
      conditions: before.preExistingConditions,
    },
    ward: admission?.ward.name ?? '',
    pathway: admission?.carePathway.name ?? '',
    admittedAt,
    dischargedAt,
    expectedDischargeDate: admission?.expectedDischargeDate ?? null,
    reason,
    author:
      author === undefined
        ? null
        : formatFullName({ firstName: author.first_name, lastName: author.last_name }) ||
          author.email,
    transfers: before.admissionEvents
      .filter((event) => event.admissionId === admissionId && event.type.endsWith('Transfer'))
      .toReversed()
      .map(({ type, effectiveAt, ward, carePathway, createdBy }) => ({
        type,
        at: effectiveAt,
        to: (type === 'WardTransfer' ? ward : carePathway)?.name ?? null,
        author: nameOf(createdBy),
      })),
    thresholds: thresholdsOf(before),
    checkupCount: checkups.count,
    checkups: checkups.newest.map(frozen),
    first: checkups.first === null ? null : frozen(checkups.first),
    highest: checkups.highest === null ? null : frozen(checkups.highest),
    alertCount: alerts.count,
    alerts: alerts.alerts.map((row) => ({
      type: row.type === 'PacsanaEvent' ? 'AlertRule' : row.type,
      name: row.name,
      silent: row.silent,
      severity: row.severity,
      startedAt: row.started_at,
      latestAt: row.latest_at,
      count: row.triggers,
      closedAt: row.status === 'open' ? dischargedAt : row.closed_at,
      closedBy: nameOf(row.closer),
      closedReason: row.status === 'open' ? 'discharged' : row.closed_reason,
      acknowledgedAt: row.acknowledged_at,
      acknowledgedBy: nameOf(row.acknowledger),
      escalatedAt: row.escalated_at,
    })),
    monitoring: [...(await sessionsOfStay(trx, stay))],
    noteCount: notes.count,
    notes: notes.notes.map((note) => ({
      at: note.captured_at,
      author: nameOf(note.author),
      text: note.text,
    })),
    flags: (admission?.patientFlags ?? []).map(({ title, description, active }) => ({
      title,
      description,
      active,
    })),
    acuity:
      acuity === null || acuity === undefined || acuity.capturedAt < admittedAt
        ? null
        : { score: acuity.score, at: acuity.capturedAt, reason: acuity.reason ?? null },
  }
}
