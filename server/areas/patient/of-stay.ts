import type {
  AcuityScore,
  AdmissionEvent,
  Patient,
  WardAdmission,
} from '../../../schema/generated/resolvers'
import { patientDetailsSchema } from '../../../src/domain/patient/patient'
import { plainFields, type FieldsOf } from '../../db/plain-fields'
import type { Scope } from '../../graphql/scope'
import { allergiesOf, criticalInformationOf } from '../critical-information'
import { eventsOfStay, othersFromOf } from './repository'
import { activeAdmissions, acuityById } from './rows'

const person = plainFields(
  patientDetailsSchema.pick({
    firstName: true,
    lastName: true,
    birthDate: true,
    gender: true,
    preExistingConditions: true,
  }),
)

/** A patient with what there is of their stay, for paper. */
export interface PatientOfStay {
  readonly person: FieldsOf<typeof person> & Pick<Patient, 'nationalIdentifier'>
  readonly critical: Pick<Patient, 'allergies' | 'criticalInformation' | 'othersFrom'>
  readonly admission: WardAdmission | null
  /** Newest first. */
  readonly events: readonly AdmissionEvent[]
  /** The newest there is, of an earlier stay too. */
  readonly acuity: AcuityScore | null
}

/** Reads a patient who is admitted. */
export async function patientOfStay(
  scope: Scope,
  { patientId, admissionId }: { readonly patientId: string; readonly admissionId: string },
): Promise<PatientOfStay> {
  const { trx } = scope
  const row = await trx
    .selectFrom('patient as p')
    .leftJoin('patient_summary as s', 's.patient_id', 'p.id')
    .select([
      ...person.from('p'),
      'p.national_identifier_type',
      'p.national_identifier_value',
      's.latest_acuity_id',
    ])
    .where('p.id', '=', patientId)
    .executeTakeFirstOrThrow()
  const { national_identifier_type: type, national_identifier_value: value } = row
  const acuityId = row.latest_acuity_id
  return {
    person: {
      ...person.of(row),
      nationalIdentifier: type === null || value === null ? null : { type, value },
    },
    critical: {
      allergies: (await allergiesOf(trx, [patientId])).get(patientId) ?? [],
      criticalInformation: (await criticalInformationOf(trx, [patientId])).get(patientId) ?? [],
      othersFrom: await othersFromOf(scope, patientId),
    },
    admission: (await activeAdmissions(trx, [patientId])).get(patientId) ?? null,
    events: await eventsOfStay(scope, admissionId),
    acuity: acuityId === null ? null : ((await acuityById(trx, [acuityId])).get(acuityId) ?? null),
  }
}
