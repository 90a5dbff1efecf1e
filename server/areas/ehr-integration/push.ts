import type { EhrIntegration, EhrIntegrationEvent } from '../../../schema/generated/resolvers'
import type { EhrResponse } from '../../../src/domain/ehr-integration/answer'
import { needsApprover, type EhrEventStatus } from '../../../src/domain/ehr-integration/integration'
import {
  periodFaults,
  pushMessages,
  type PushPeriod,
} from '../../../src/domain/ehr-integration/push'
import {
  codeSystem,
  summarise,
  toldCheckupSchema,
} from '../../../src/domain/ehr-integration/summary'
import { clockToleranceMs } from '../../../src/domain/time'
import { badInput, notFound } from '../../graphql/errors'
import type { Scope } from '../../graphql/scope'
import { checkupsBetween } from '../checkup'
import type { EventBody } from './body'
import { findEvent, insertEvent } from './events'
import { findIntegration } from './repository'

/** Check-ups that one event tells at most. */
const mostCheckups = 500

/** The patient, their organisation, and by which pathway they are cared for there now. */
const aboutPatient = ({ trx, acting }: Scope, patientId: string) =>
  trx
    .selectFrom('patient as p')
    .innerJoin('organization as o', (on) => on.on('o.id', '=', acting.organizationId))
    .leftJoin('ward_admission as a', (on) =>
      on
        .onRef('a.patient_id', '=', 'p.id')
        .on('a.organization_id', '=', acting.organizationId)
        .on('a.discharged_at', 'is', null),
    )
    .select([
      'p.id',
      'p.first_name',
      'p.last_name',
      'p.birth_date',
      'p.gender',
      'p.national_identifier_type',
      'p.national_identifier_value',
      'o.name as organization_name',
      'o.edition',
      'o.time_zone',
      'o.national_identifier_scheme',
      'a.care_pathway_id',
    ])
    .where('p.id', '=', patientId)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()
type Told = NonNullable<Awaited<ReturnType<typeof aboutPatient>>>

const bodyOf = async (scope: Scope, patient: Told, period: PushPeriod) => {
  // Both ends belong to the period.
  const end = new Date(Date.parse(period.to) + 1).toISOString()
  const between = { start: period.from, end }
  const checkups = await checkupsBetween(scope, patient.id, between, mostCheckups)
  const { national_identifier_type: type, national_identifier_value: value } = patient
  const body: EventBody = {
    patient: {
      id: patient.id,
      firstName: patient.first_name,
      lastName: patient.last_name,
      birthDate: patient.birth_date,
      gender: patient.gender,
      nationalIdentifier: type === null || value === null ? null : { type, value },
    },
    organization: { id: scope.acting.organizationId, name: patient.organization_name },
    period,
    codeSystem: codeSystem(patient.edition),
    ...summarise(
      checkups.map((one) => toldCheckupSchema.parse(one)),
      period,
      patient.edition,
      patient.time_zone,
    ),
  }
  return { body, isEmpty: checkups.length === 0 }
}

interface First {
  readonly status: EhrEventStatus
  readonly response: EhrResponse | null
}
const skipped = (message: string): First => ({
  status: 'skipped',
  response: { message, innerError: null },
})

/** In which state an event begins (K33). */
const firstState = (
  patient: Told,
  integration: EhrIntegration,
  { isEmpty }: { readonly isEmpty: boolean },
): First => {
  if (isEmpty) return skipped('There is no check-up in the period')
  if (patient.national_identifier_scheme !== null && patient.national_identifier_value === null)
    return skipped('The patient has no national identifier')
  const waits =
    needsApprover(integration.integrationType) && integration.authorizedAutomaticApprover == null
  return waits
    ? {
        status: 'action_required',
        response: {
          message: 'Nobody approves of the messages of this integration',
          innerError: null,
        },
      }
    : { status: 'pending', response: null }
}

const unknownIntegration = () =>
  badInput([
    {
      path: 'input.ehrIntegrationId',
      message: 'The care pathway of the patient has no such integration',
    },
  ])

/**
 * Asks for what was measured of a patient in a period to be sent.
 * @throws BAD_USER_INPUT for a period that is none, and an integration that is not of the patient's
 *   pathway: the same for another organisation's and for none
 */
export const createManualEvent = async (
  scope: Scope,
  {
    patientId,
    ehrIntegrationId,
    from,
    to,
  }: PushPeriod & {
    readonly patientId: string
    readonly ehrIntegrationId: string
  },
): Promise<EhrIntegrationEvent> => {
  const nowMs = scope.clock.now()
  const faults = periodFaults({ from, to }, nowMs + clockToleranceMs)
  if (faults.length > 0)
    throw badInput(faults.map(({ path, message }) => ({ path: `input.${path}`, message })))
  const patient = await aboutPatient(scope, patientId)
  if (patient === undefined) throw notFound()
  const integration = await findIntegration(scope, ehrIntegrationId)
  if (
    integration === undefined ||
    integration.triggerType !== 'Manual' ||
    integration.carePathway.id !== patient.care_pathway_id
  )
    throw unknownIntegration()
  const period = { from, to: new Date(Math.min(Date.parse(to), nowMs)).toISOString() }
  if (period.to <= period.from) throw badInput([{ path: 'input.to', message: pushMessages.order }])
  const { body, isEmpty } = await bodyOf(scope, patient, period)
  const id = await insertEvent(scope, {
    integrationId: integration.id,
    patientId,
    ...firstState(patient, integration, { isEmpty }),
    body,
  })
  const made = await findEvent(scope, id)
  if (made === undefined) throw notFound()
  return made
}
