import { sql } from 'kysely'
import type {
  AdmissionEvent,
  NamedReference,
  Patient,
  Person,
} from '../../../schema/generated/resolvers'
import { isoNow } from '../../clock'
import { may } from '../../../src/domain/access/may'
import {
  askedQuestions,
  checkupTilesSchema,
  shownTiles,
  type AskedCheckup,
} from '../../../src/domain/pathway/tiles'
import { isMasked } from '../../../src/domain/critical/information'
import { news2 } from '../../../src/domain/ews'
import {
  admissionEventSchema,
  patientDetailsSchema,
  personalEwsSchema,
} from '../../../src/domain/patient/patient'
import { plainFields } from '../../db/plain-fields'
import type { Scope } from '../../graphql/scope'
import type { Trx } from '../../db/database'
import { newestCheckups } from '../checkup'
import { contactsOf } from '../contact'
import { allergiesOf, criticalInformationOf } from '../critical-information'
import { handoversOf } from '../handover-text'
import { tasksOf } from '../task'
import { repeatsOf } from '../repeat'
import { bucketsById, monitoringSessionsById } from '../monitoring'
import { activeAdmissions, acuityById, isWatchedBy, similarNames } from './rows'

const eventFields = plainFields(
  admissionEventSchema,
  'organization',
  'createdBy',
  'ward',
  'carePathway',
)
const selectEvents = ({ trx }: Scope) =>
  trx
    .selectFrom('admission_event as e')
    .leftJoin('ward as w', 'w.id', 'e.ward_id')
    .leftJoin('care_pathway as c', 'c.id', 'e.care_pathway_id')
    .select([
      ...eventFields.from('e'),
      'w.id as ward_id',
      'w.name as ward_name',
      'c.id as pathway_id',
      'c.name as pathway_name',
    ])
    .select([
      sql<Person | null>`app_person(e.created_by)`.as('author'),
      sql<NamedReference>`app_named_organization(e.organization_id)`.as('organization'),
    ])
    .orderBy('e.effective_at', 'desc')
    .orderBy('e.id', 'desc')

const eventOf = (
  row: Awaited<ReturnType<ReturnType<typeof selectEvents>['executeTakeFirstOrThrow']>>,
): AdmissionEvent => ({
  ...eventFields.of(row),
  organization: row.organization,
  createdBy: row.author,
  ward:
    row.ward_id === null || row.ward_name === null
      ? null
      : { id: row.ward_id, name: row.ward_name },
  carePathway:
    row.pathway_id === null || row.pathway_name === null
      ? null
      : { id: row.pathway_id, name: row.pathway_name },
})

/** What became of the stays of a patient, newest first. */
/** What was written for the next shift is told for so long, milliseconds. */
const handedOverForMs = 2 * 24 * 3_600_000
/** Tasks that ended and are told beside the open ones, at most. */
const mostEndedTasks = 20

export const admissionEvents = async (scope: Scope, patientId: string): Promise<AdmissionEvent[]> =>
  (await selectEvents(scope).where('e.patient_id', '=', patientId).execute()).map(eventOf)

/** What became of one stay, newest first. */
export const eventsOfStay = async (scope: Scope, admissionId: string): Promise<AdmissionEvent[]> =>
  (await selectEvents(scope).where('e.admission_id', '=', admissionId).execute()).map(eventOf)

/**
 * Since when what is stored counts: Scale 2 that outlived thresholds is as old as they were, and a
 * millisecond more, so that nobody takes the one for the other.
 */
export const setAtOf = (row: {
  readonly created_at: string
  readonly spo2_scale_since: string | null
}): string =>
  row.spo2_scale_since === null
    ? row.created_at
    : new Date(Date.parse(row.spo2_scale_since) + 1).toISOString()

const ewsFields = plainFields(personalEwsSchema, 'createdAt', 'createdBy')
async function personalEws(scope: Scope, patientId: string): Promise<Patient['ewsThresholds']> {
  const row = await scope.trx
    .selectFrom('personal_ews as e')
    .select([
      ...ewsFields.from('e'),
      'e.created_at',
      'e.spo2_scale_since',
      sql<Person | null>`app_person(e.created_by)`.as('author'),
    ])
    .where('e.patient_id', '=', patientId)
    .orderBy('e.created_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined
    ? null
    : { ...ewsFields.of(row), createdAt: setAtOf(row), createdBy: row.author }
}

/**
 * Without a pathway's own thresholds the published ones count, also where nobody admitted the
 * patient.
 */
async function ewsDefault(scope: Scope, pathwayId: string | null): Promise<Patient['ewsDefault']> {
  const pathway =
    pathwayId === null
      ? undefined
      : await scope.trx
          .selectFrom('care_pathway')
          .select(['name', 'ews_thresholds'])
          .where('id', '=', pathwayId)
          .executeTakeFirst()
  return pathway?.ews_thresholds == null
    ? { schemeName: news2, thresholds: null }
    : { schemeName: pathway.name, thresholds: pathway.ews_thresholds }
}

/** The thresholds that a patient is scored by: their own, and those of the pathway. */
export const thresholdsInForce = async (
  scope: Scope,
  patientId: string,
  pathwayId: string | null,
): Promise<Pick<Patient, 'ewsThresholds' | 'ewsDefault'>> => ({
  ewsThresholds: await personalEws(scope, patientId),
  ewsDefault: await ewsDefault(scope, pathwayId),
})

/** The check-ups of a pathway, each with the tiles that it asks for. */
const askedCheckups = async ({ trx }: Scope, pathwayId: string | null): Promise<AskedCheckup[]> =>
  pathwayId === null
    ? []
    : (
        await trx
          .selectFrom('checkup_type')
          .select(['id', 'name', 'tiles'])
          .where('care_pathway_id', '=', pathwayId)
          .where('deleted_at', 'is', null)
          .orderBy('name')
          .orderBy('id')
          .execute()
      ).map(({ id, name, tiles }) => {
        const known = checkupTilesSchema.catch({}).parse(tiles)
        return {
          id,
          name,
          tiles: shownTiles(known).map((tile) => ({ ...tile, settings: [...tile.settings] })),
          questions: askedQuestions(known),
        }
      })

type Monitoring = Pick<
  Patient,
  'continuousMonitoringSession' | 'latestContinuousMonitoring' | 'earliestContinuousMonitoringAt'
>

/** What the record tells of continuous monitoring; nothing to whom it is not. */
async function monitoringOf(
  scope: Scope,
  patientId: string,
  summary: {
    readonly latest_bucket_id: string | null
    readonly monitoring_session_id: string | null
  },
): Promise<Monitoring> {
  const { latest_bucket_id: bucket, monitoring_session_id: session } = may(
    scope.acting.principal,
    'monitoring.view',
  )
    ? summary
    : { latest_bucket_id: null, monitoring_session_id: null }
  const first =
    bucket === null
      ? undefined
      : await scope.trx
          .selectFrom('monitoring_bucket')
          .select('started_at')
          .where('patient_id', '=', patientId)
          .orderBy('started_at')
          .limit(1)
          .executeTakeFirst()
  return {
    continuousMonitoringSession:
      session === null
        ? null
        : ((await monitoringSessionsById(scope.trx, [session])).get(session) ?? null),
    latestContinuousMonitoring:
      bucket === null ? null : ((await bucketsById(scope.trx, [bucket])).get(bucket) ?? null),
    earliestContinuousMonitoringAt: first?.started_at ?? null,
  }
}

/** From when on other organisations' readings are open to the acting one, ISO 8601; null: all is open. */
export const othersFromOf = async (
  { trx, acting }: Pick<Scope, 'trx' | 'acting'>,
  patientId: string,
): Promise<string | null> =>
  (
    await trx
      .selectFrom('patient_organization')
      .select('others_from')
      .where('patient_id', '=', patientId)
      .where('organization_id', '=', acting.organizationId)
      .executeTakeFirst()
  )?.others_from ?? null

const noAnswerProcedureOf = async (trx: Trx, wardId: string): Promise<string | null> =>
  (
    await trx
      .selectFrom('ward')
      .select('no_answer_procedure')
      .where('id', '=', wardId)
      .executeTakeFirst()
  )?.no_answer_procedure ?? null

type Work = Pick<
  Patient,
  'repeats' | 'criticalInformation' | 'tasks' | 'handovers' | 'contacts' | 'noAnswerProcedure'
>

/** What those who care for the patient do and know; to others, what everybody must know and is not masked. */
async function workOf(scope: Scope, patientId: string, wardId: string | null): Promise<Work> {
  const { trx, acting, clock } = scope
  const critical = (await criticalInformationOf(trx, [patientId])).get(patientId) ?? []
  if (!may(acting.principal, 'patient-work.view'))
    return {
      repeats: [],
      criticalInformation: critical.filter(({ field }) => !isMasked(field)),
      tasks: [],
      handovers: [],
      contacts: [],
      noAnswerProcedure: null,
    }
  return {
    repeats: (await repeatsOf(trx, [patientId])).get(patientId) ?? [],
    criticalInformation: critical,
    tasks: (await tasksOf(trx, [patientId], mostEndedTasks)).get(patientId) ?? [],
    handovers: await handoversOf(trx, patientId, clock.now() - handedOverForMs),
    contacts: await contactsOf(trx, patientId),
    noAnswerProcedure: wardId === null ? null : await noAnswerProcedureOf(trx, wardId),
  }
}

const detailFields = plainFields(patientDetailsSchema)
/** A patient as the record shows it (P182). The caller has made sure that the user may open it. */
export async function readPatient(scope: Scope, patientId: string): Promise<Patient> {
  const { trx } = scope
  const row = await trx
    .selectFrom('patient as p')
    .leftJoin('patient_summary as s', 's.patient_id', 'p.id')
    .select([
      ...detailFields.from('p'),
      'p.national_identifier_type',
      'p.national_identifier_value',
      's.latest_checkup_id',
      's.latest_acuity_id',
      's.latest_bucket_id',
      's.monitoring_session_id',
      isWatchedBy(scope.acting).as('watched'),
    ])
    .where('p.id', '=', patientId)
    .executeTakeFirstOrThrow()
  const organizations = await trx
    .selectFrom('patient_organization as po')
    .innerJoin('organization as o', 'o.id', 'po.organization_id')
    .select(['o.id', 'o.name', 'o.type'])
    .where('po.patient_id', '=', patientId)
    .orderBy('o.name')
    .orderBy('o.id')
    .execute()
  const admission = (await activeAdmissions(trx, [patientId])).get(patientId) ?? null
  const latest =
    row.latest_checkup_id === null
      ? undefined
      : (await newestCheckups(trx, [row.latest_checkup_id])).get(row.latest_checkup_id)
  const acuity =
    row.latest_acuity_id === null
      ? undefined
      : (await acuityById(trx, [row.latest_acuity_id])).get(row.latest_acuity_id)
  const monitoring = await monitoringOf(scope, patientId, row)
  return {
    ...detailFields.of(row),
    asOf: isoNow(scope.clock),
    nhsNumber: row.national_identifier_type === 'NhsNumber' ? row.national_identifier_value : null,
    nationalIdentifier:
      row.national_identifier_type === null || row.national_identifier_value === null
        ? null
        : { type: row.national_identifier_type, value: row.national_identifier_value },
    numSimilarNames: (await similarNames(trx, [patientId])).get(patientId) ?? 0,
    organizations,
    othersFrom: await othersFromOf(scope, patientId),
    wards: admission === null ? [] : [admission.ward],
    wardAdmission: admission,
    admissionEvents: await admissionEvents(scope, patientId),
    ...(await thresholdsInForce(scope, patientId, admission?.carePathway.id ?? null)),
    checkupTypes: await askedCheckups(scope, admission?.carePathway.id ?? null),
    latestCheckup: latest ?? null,
    latestAcuityScore: acuity ?? null,
    allergies: (await allergiesOf(trx, [patientId])).get(patientId) ?? [],
    ...(await workOf(scope, patientId, admission?.ward.id ?? null)),
    ...monitoring,
    onWatchList: row.watched,
  }
}
