import * as shared from '../../domain/critical/commands'
import {
  allergySchema,
  layAllergy,
  layStrikeOut,
  type Allergy,
} from '../../domain/critical/allergies'
import {
  criticalInformationSchema,
  layInformation,
  type CriticalInformation,
} from '../../domain/critical/information'
import { layAllergyMark, layResuscitationMark } from '../../domain/critical/marks'
import { authorOf } from '../../domain/identity'
import { servedPatientSchema, type Patient } from '../../domain/patient/patient'
import type { VirtualWardPatient } from '../../domain/virtual-ward/virtual-ward'
import { defineWaitingCommand, type Change, type PlanContext } from '../../engine/define'
import { settlePatient } from '../patient'

/** The readings that show what everybody must know, or that there is something. */
const readings = ['patientRecord', 'virtualWard', 'watchList', 'patientOnBoard'] as const
const over = (
  resources: readonly string[],
  id: string,
  patch: Readonly<Record<string, unknown>>,
): readonly Change[] => resources.map((resource) => ({ resource, kind: 'change', id, patch }))

/** A row of the board has marks alone. */
const isOnBoard = (row: object): row is VirtualWardPatient => 'criticalMarks' in row

/** What a server alone can say is not known of an entry: no time of its own yet. */
const written = ({ id, now, me }: PlanContext) => {
  const at = new Date(now).toISOString()
  return { id, revision: 0, capturedAt: at, createdAt: at, recordedBy: authorOf(me) }
}

/** Adds an allergy, or that none is known. */
export const recordAllergy = defineWaitingCommand(shared.recordAllergy, {
  input: shared.recordAllergy.input,
  plan: ({ patientId, allergy }, context) => {
    const entry: Allergy = {
      ...written(context),
      substance: allergy?.substance ?? null,
      reaction: allergy?.reaction ?? null,
      severity: allergy?.severity ?? null,
      struckOut: null,
    }
    return over(readings, patientId, { allergy: entry })
  },
  lay: ({ patch, capturedAt }) => {
    const entry = allergySchema.parse(patch['allergy'])
    return (row, waiting) =>
      isOnBoard(row)
        ? layAllergyMark(row, entry, waiting)
        : layAllergy(row as Patient, { ...entry, capturedAt }, waiting)
  },
  settle: settlePatient,
  refreshes: readings,
})

const struckOutSchema = allergySchema.shape.struckOut.unwrap()

/** Strikes out an entry about allergies that is wrong. */
export const strikeOutAllergy = defineWaitingCommand(shared.strikeOutAllergy, {
  input: shared.strikeOutAllergy.input,
  plan: ({ patientId, reason }, context) => {
    const { capturedAt, recordedBy: by } = written(context)
    // Whether another allergy stands is the record's to say: until the server has it the mark stays.
    return over(['patientRecord'], patientId, { struckOut: { capturedAt, by, reason } })
  },
  lay: ({ input, patch, capturedAt }) => {
    const struckOut = struckOutSchema.parse(patch['struckOut'])
    return (row, waiting) =>
      layStrikeOut(row as Patient, input.allergyId, { ...struckOut, capturedAt }, waiting)
  },
  settle: settlePatient,
  refreshes: readings,
})

const informationOfSchema = servedPatientSchema.pick({ criticalInformation: true })

/** Records one thing that everybody must know. In a conflict the author sees both and chooses. */
export const recordCriticalInformation = defineWaitingCommand(shared.recordCriticalInformation, {
  input: shared.recordCriticalInformation.input,
  plan: ({ patientId, field, value, reviewBy }, context) => {
    const entry: CriticalInformation = { ...written(context), field, value, reviewBy }
    return over(field === 'resuscitation' ? readings : ['patientRecord'], patientId, { entry })
  },
  lay: ({ input, patch, capturedAt }) => {
    const entry = criticalInformationSchema.parse(patch['entry'])
    return (row, waiting) =>
      isOnBoard(row)
        ? layResuscitationMark(row, input, waiting)
        : layInformation(row as Patient, input, { ...entry, capturedAt }, waiting)
  },
  settle: settlePatient,
  against: (input, server) => ({
    ...input,
    seen: {
      id:
        informationOfSchema
          .parse(server)
          .criticalInformation.find(({ field }) => field === input.field)?.id ?? null,
    },
  }),
  refreshes: readings,
})

/** Tells that somebody asked to see what is masked. It changes no row. */
export const lookAtCriticalInformation = defineWaitingCommand(shared.lookAtCriticalInformation, {
  input: shared.lookAtCriticalInformation.input,
  plan: () => [],
  settle: settlePatient,
})
