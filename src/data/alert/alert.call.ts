import { z } from 'zod'
import {
  AlertsAfterDischargeDocument,
  PatientAlertsDocument,
  ResolvedAlertsDocument,
} from '../../../schema/generated/documents/alert'
import {
  alertsAfterDischargeSchema,
  type AlertsAfterDischarge,
} from '../../domain/alerts/after-discharge'
import { alertSchema, resolvedAlertSchema, type ResolvedAlert } from '../../domain/alerts/alert'
import { callingSchema } from '../../domain/calling/calling'
import { defineCall } from '../../engine/define'

/** A patient's alerts, open and recently closed, and whom the server called; `asOf` epoch milliseconds. Not kept (C505). */
export const patientAlerts = defineCall({
  name: 'patientAlerts',
  document: PatientAlertsDocument,
  variables: ({ patientId }: { readonly patientId: string }) => ({ patientId }),
  wire: (answer) => {
    const {
      alerts: { alerts, asOf },
      callings,
    } = z
      .object({
        alerts: z.object({ alerts: z.array(alertSchema), asOf: z.string() }),
        callings: z.array(callingSchema),
      })
      .parse(answer)
    return { alerts, callings, asOf: Date.parse(asOf) }
  },
})

/** The patients on no ward of whom alerts are open, the gravest first. */
export const alertsAfterDischarge = defineCall({
  name: 'alertsAfterDischarge',
  document: AlertsAfterDischargeDocument,
  variables: (_input: void) => ({}),
  wire: (answer): readonly AlertsAfterDischarge[] =>
    z.object({ alertsAfterDischarge: z.array(alertsAfterDischargeSchema) }).parse(answer)
      .alertsAfterDischarge,
})

/** What people resolved on the wards of the user in the last day, the latest first. */
export const resolvedAlerts = defineCall({
  name: 'resolvedAlerts',
  document: ResolvedAlertsDocument,
  variables: (_input: void) => ({}),
  wire: (answer): readonly ResolvedAlert[] =>
    z.object({ resolvedAlerts: z.array(resolvedAlertSchema) }).parse(answer).resolvedAlerts,
})
