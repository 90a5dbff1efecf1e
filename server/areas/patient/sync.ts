import { GraphQLError } from 'graphql'
import { sql } from 'kysely'
import { may } from '../../../src/domain/access/may'
import {
  addToWatchList,
  removeFromWatchList,
  setPatientAcuityScore,
  updateExpectedDischargeDate,
} from '../../../src/domain/patient/commands'
import type { Subject } from '../../engine/subject-parts'
import { operation } from '../../engine/synced'
import type { SyncedOperation } from '../../engine/synced'
import { isHidden, mayOpenNow, requirePatient } from '../../graphql/visibility'
import { addAcuityScore } from './acuity'
import { setExpectedDischarge } from './expected-discharge'
import { compareIdentity } from './identity'
import { othersFromOf, readPatient } from './repository'
import { setWatched } from './watch-list'

const couldOpen: Subject['couldOpen'] = async (trx, author, patientId, at) => {
  if (!author.principal.features.has('wards')) return true
  const wards = may(author.principal, 'ward.oversee')
    ? sql`(select w.id from ward w where w.organization_id = ${author.organizationId})`
    : sql`(select app_wards_at(${author.userId}, ${at}::timestamptz))`
  const { rows } =
    await sql`select 1 from ward_admission wa where wa.patient_id = ${patientId} and wa.ward_id in ${wards}
    and wa.admitted_at <= ${at}::timestamptz and (wa.discharged_at is null or wa.discharged_at > ${at}::timestamptz)`.execute(
      trx,
    )
  return rows.length > 0
}

/** The patient, whose record devices hold. */
export const syncedPatient: Subject = {
  async mayPull(scope, patientId) {
    if (!may(scope.acting.principal, 'patient.view') || !may(scope.acting.principal, 'note.view'))
      return null
    try {
      const { endsAt } = await requirePatient(scope, patientId)
      return { endsAt, extent: (await othersFromOf(scope, patientId)) ?? '' }
    } catch (error) {
      if (
        error instanceof GraphQLError &&
        ['NOT_FOUND', 'FORBIDDEN'].includes(String(error.extensions.code))
      )
        return null
      throw error
    }
  },
  mayRead: async (scope, patientId) =>
    may(scope.acting.principal, 'patient.view') && (await mayOpenNow(scope, patientId)),
  // Only what a ward decides is asked; row security and requirePatient decide the rest.
  couldOpen,
  isHidden,
  isKnown: async (trx, patientId) =>
    (await trx
      .selectFrom('patient')
      .select('id')
      .where('id', '=', patientId)
      .executeTakeFirst()) !== undefined,
  compareIdentity,
  async read(scope, patientId) {
    const patient = await readPatient(scope, patientId)
    const { asOf: _asOf, ...content } = patient
    return { row: { __typename: 'Patient', ...patient }, content }
  },
}

const watch = (
  command: typeof addToWatchList | typeof removeFromWatchList,
  isWatched: boolean,
): SyncedOperation =>
  operation(command, async (scope, { patientId }, { at: capturedAt }) => ({
    version: String(await setWatched(scope, { patientId, isWatched, capturedAt })),
  }))

/** Commands about a patient that may wait. */
export const patientOperations: readonly SyncedOperation[] = [
  operation(updateExpectedDischargeDate, async (scope, input, { at: capturedAt }) => ({
    version: String(await setExpectedDischarge(scope, { ...input, capturedAt })),
  })),
  operation(setPatientAcuityScore, async (scope, input, { at: capturedAt }) => ({
    version: String(await addAcuityScore(scope, { ...input, capturedAt })),
  })),
  watch(addToWatchList, true),
  watch(removeFromWatchList, false),
]
