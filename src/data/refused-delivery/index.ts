import { z } from 'zod'
import { DeliveryTroublesDocument } from '../../../schema/generated/documents/refused-delivery'
import { defineCall } from '../../engine/define'

const refusedDeliverySchema = z.object({
  id: z.string(),
  kind: z.string(),
  code: z.string(),
  patientId: z.string().nullable(),
  fields: z.array(z.string()),
  apiKey: z.string(),
  times: z.number(),
  firstAt: z.string(),
  lastAt: z.string(),
})
/** What senders were refused alike on one day. */
export type RefusedDelivery = z.infer<typeof refusedDeliverySchema>

const cutDeliverySchema = z.object({
  id: z.string(),
  patient: z.object({ id: z.string(), firstName: z.string(), lastName: z.string() }),
  receivedAt: z.string(),
  notUsable: z.array(z.object({ field: z.string(), sent: z.string(), reason: z.string() })),
})
/** A check-up that was stored without some of its readings. */
export type CutDelivery = z.infer<typeof cutDeliverySchema>

const troublesSchema = z.object({
  refused: z.array(refusedDeliverySchema),
  cut: z.array(cutDeliverySchema),
})

/** What was refused or cut of what the organisation's senders sent in the last 7 days. */
export const deliveryTroubles = defineCall({
  name: 'deliveryTroubles',
  document: DeliveryTroublesDocument,
  variables: (_input: void) => ({}),
  wire: (answer) => z.object({ deliveryTroubles: troublesSchema }).parse(answer).deliveryTroubles,
})
