import { z } from 'zod'
import type { WaitingCommand } from '../sync/waiting-command'
import { alertOutcomes, isOutcomeTold } from './outcome'

const input = z.object({
  patientId: z.string().min(1),
  /** With the triggers that the author saw, and what was done: what comes later stays open. */
  alerts: z
    .array(
      z
        .object({
          id: z.string().min(1),
          status: z.literal('closed'),
          triggerIds: z.array(z.string()).min(1).max(500),
          outcome: z.enum(alertOutcomes),
          /** Of another outcome alone. */
          outcomeText: z.string().nullable(),
        })
        .refine(({ outcome, outcomeText }) => isOutcomeTold(outcome, outcomeText), {
          path: ['outcomeText'],
        }),
    )
    .min(1)
    .max(50),
})

const acknowledgeInput = z.object({
  patientId: z.string().min(1),
  id: z.string().min(1),
  /** False: hands it back. */
  isAcknowledged: z.boolean(),
  /** When the newest reading was measured that the author saw, ISO 8601. */
  seenAt: z.iso.datetime(),
})

/**
 * Says that its author deals with an alert, or no longer does. After 15 minutes in the outbox the
 * user is asked again (decisions.md, T18).
 */
export const acknowledgeAlert = {
  name: 'acknowledgeAlert',
  version: 1,
  action: 'alert.acknowledge',
  input: acknowledgeInput,
  waits: { class: 'P', ttlMs: 15 * 60_000 },
  about: 'patient',
} as const satisfies WaitingCommand<z.infer<typeof acknowledgeInput>>

/** Resolves alerts. After 15 minutes in the outbox the user is asked again. */
export const setAlertStatus = {
  name: 'setAlertStatus',
  version: 1,
  action: 'alert.resolve',
  input,
  waits: { class: 'P', ttlMs: 15 * 60_000 },
  about: 'patient',
} as const satisfies WaitingCommand<z.infer<typeof input>>
