import { z } from 'zod'
import { strikeOutReasons } from '../checkup/strike-out'
import { longestAgoMinutes, staffWays } from '../checkup/by-hand'
import { namedReferenceSchema } from '../organization/organization'
import type { WaitingCommand } from '../sync/waiting-command'

const input = z.object({
  patientId: z.string().min(1),
  /** How somebody came to know the values. */
  how: z.enum(staffWays),
  /** How long before the command was captured they were measured. A wrong clock changes nothing. */
  minutesAgo: z.number().int().min(0).max(longestAgoMinutes),
  /** The check-up of the care pathway that this is; null: none of them. */
  checkupType: namedReferenceSchema.nullable(),
  /** Required tiles that were not measured, each with the reason. */
  notMeasured: z.array(z.object({ tile: z.string().max(40), reason: z.string().max(40) })).max(20),
  /** As a device posts a check-up: what cannot be used of it is left out and told, the rest counts. */
  readings: z.record(z.string(), z.unknown()),
})

/** Records observations that a person took. */
export const recordObservations = {
  name: 'recordObservations',
  version: 1,
  action: 'observations.record',
  input,
  waits: { class: 'Q' },
  about: 'patient',
} as const satisfies WaitingCommand<z.infer<typeof input>>

const strikeOutInput = z.object({
  patientId: z.string().min(1),
  checkupId: z.string().min(1),
  reason: z.enum(strikeOutReasons),
  /** Of the reason other alone. */
  text: z.string().nullable(),
})

/** Strikes out a check-up that was entered in error: it stays, and counts nowhere. */
export const strikeOutCheckup = {
  name: 'strikeOutCheckup',
  version: 1,
  action: 'checkup.strike-out',
  input: strikeOutInput,
  waits: { class: 'P', ttlMs: 24 * 3_600_000 },
  about: 'patient',
} as const satisfies WaitingCommand<z.infer<typeof strikeOutInput>>
