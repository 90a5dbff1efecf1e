// What an integration token reads (decision T11): the entities as the contract has them.
import { z } from 'zod'
import { alertSchema } from '../alerts/alert'
import { checkupSchema } from '../checkup/checkup'
import { patientDetailsSchema, patientSchema, wardAdmissionSchema } from '../patient/patient'

/** What is read, and one thing of each. */
export const integrationReadings = {
  /** A patient whom the organisation has admitted. */
  patients: patientDetailsSchema.extend({
    nationalIdentifier: patientSchema.shape.nationalIdentifier,
    wardAdmission: wardAdmissionSchema,
  }),
  /** A check-up that the organisation took of one. */
  checkups: checkupSchema,
  /** An alert that the organisation raised of one, open or closed. */
  alerts: alertSchema.extend({ patientId: z.string() }),
} as const
export type IntegrationRoute = keyof typeof integrationReadings
export const integrationRoutes = Object.keys(integrationReadings) as readonly IntegrationRoute[]

/** Things in one answer, at most. */
export const integrationPage = 100
/** Calls of one token in a minute. */
export const integrationCallsPerMinute = 300
