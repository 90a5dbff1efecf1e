import { z } from 'zod'
import { PatientAlertsDocument } from '../../../schema/generated/documents/alert'
import { alertSchema } from '../../domain/alerts/alert'
import { defineCall } from '../../engine/define'

/**
 * Alerts of a patient, open and recently closed, as the server has them now; `asOf` epoch
 * milliseconds. Kept nowhere (C505).
 */
export const patientAlerts = defineCall({
  name: 'patientAlerts',
  document: PatientAlertsDocument,
  variables: ({ patientId }: { readonly patientId: string }) => ({ patientId }),
  wire: (answer) => {
    const { alerts, asOf } = z
      .object({ alerts: z.object({ alerts: z.array(alertSchema), asOf: z.string() }) })
      .parse(answer).alerts
    return { alerts, asOf: Date.parse(asOf) }
  },
})
