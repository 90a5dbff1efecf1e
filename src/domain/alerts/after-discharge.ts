import { z } from 'zod'

/** Patients that are told at most, the gravest first. */
export const mostAfterDischarge = 50

/** A patient on no ward whose alerts are open: what raised them came after the discharge. */
export const alertsAfterDischargeSchema = z.object({
  patientId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** The ward of the last stay, by its name; null: there was none. */
  ward: z.string().nullable(),
  dischargedAt: z.string().nullable(),
  /** Open alerts. */
  alerts: z.number().int(),
  /** Of the gravest, 0 to 4. */
  severity: z.number().int(),
  /** When what raised the first of them was measured, or missed. */
  startedAt: z.string(),
})
export type AlertsAfterDischarge = z.infer<typeof alertsAfterDischargeSchema>
