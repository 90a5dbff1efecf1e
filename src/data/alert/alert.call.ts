import { z } from 'zod'
import { PatientAlertsDocument } from '../../../schema/generated/documents/alert'
import { alertSchema } from '../../domain/alerts/alert'
import { defineCall } from '../../engine/define'

/** A patient's alerts, open and recently closed; `asOf` epoch milliseconds. Not kept (C505). */
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
