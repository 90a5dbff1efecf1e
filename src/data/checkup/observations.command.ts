import { z } from 'zod'
import { checkupSchema, type Checkup } from '../../domain/checkup/checkup'
import { authorOf } from '../../domain/identity'
import { recordObservations as shared } from '../../domain/observation/commands'
import { layCheckup } from '../../domain/virtual-ward/lay-checkup'
import { servedPatientSchema } from '../../domain/patient/patient'
import type { VirtualWardPatient } from '../../domain/virtual-ward/virtual-ward'
import { defineWaitingCommand, type ChangedRow, type PlanContext } from '../../engine/define'
import { settlePatient } from '../patient'

const recordObservationsSchema = shared.input.extend({
  /** The readings with the doubts and scores that the server will find, as the form showed them. */
  shown: z.record(z.string(), z.unknown()),
})
export type RecordObservationsInput = z.input<typeof recordObservationsSchema>

const measuredSchema = servedPatientSchema.pick({ latestCheckup: true })
const earlierSchema = z.object({ earlierCheckups: z.array(checkupSchema) })

/** The readings that show a patient: each gets the observations laid over. */
const everywhere = ['patientRecord', 'virtualWard', 'watchList', 'patientOnBoard'] as const

/** What a server alone can say is not known of it. */
const waitingCheckup = (
  { patientId, minutesAgo, checkupType, shown }: RecordObservationsInput,
  { id, now, me }: PlanContext,
): Checkup => {
  const endedAt = new Date(now - minutesAgo * 60_000).toISOString()
  return checkupSchema.parse({
    ...shown,
    id,
    revision: 0,
    patientId,
    type: 'new_checkup',
    subtype: null,
    startedAt: endedAt,
    endedAt,
    // No server time yet: the author's, and the row says that it waits.
    receivedAt: new Date(now).toISOString(),
    checkupType,
    createdBy: authorOf(me),
    organization: { id: me.actingOrganization.id, name: me.actingOrganization.name },
    hasLungSounds: false,
    hasPictures: false,
  } satisfies Partial<Record<keyof Checkup, unknown>>)
}

/** Records observations that a person took. It may wait. */
export const recordObservations = defineWaitingCommand(shared, {
  input: recordObservationsSchema,
  plan: (input, context) => {
    const checkup = waitingCheckup(input, context)
    return [
      { resource: 'patientCheckups', kind: 'add', row: checkup },
      { resource: 'checkupDetail', kind: 'add', row: checkup },
      ...everywhere.map((resource) => ({
        resource,
        kind: 'change' as const,
        id: input.patientId,
        patch: { checkup },
      })),
    ]
  },
  lay: ({ patch }) => {
    const checkup = checkupSchema.parse(patch['checkup'])
    return (row, waiting) => layCheckup(row as VirtualWardPatient, checkup, waiting)
  },
  plain: ({ shown: _shown, ...sealed }) => sealed,
  settle: (served, also): readonly ChangedRow[] => {
    const rows = settlePatient(served, also)
    // The patient's newest and those that count beside it: what was recorded is among them, unless
    // another one covers it.
    const { latestCheckup: newest } = measuredSchema.parse(served)
    const counting = new Map(
      [newest, ...also.flatMap((one) => earlierSchema.safeParse(one).data?.earlierCheckups ?? [])]
        .filter((one) => one !== null)
        .map((one) => [one.id, one]),
    )
    return [
      ...rows,
      ...[...counting.values()].map((row) => ({ resource: 'patientCheckups' as const, row })),
    ]
  },
  refreshes: [...everywhere, 'patientCheckups'],
})
