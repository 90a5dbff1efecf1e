import { z } from 'zod'
import type { ProblemKind } from '../problem'

/*
 * What a portal tells its server of itself: faults and use, in words of the product's own. There is
 * no field that a person's data fits into: no message, no digit, nobody's id.
 */

const kinds = [
  'no-token',
  'network',
  'timeout',
  'unauthorized',
  'forbidden',
  'not-found',
  'invalid-arguments',
  'conflict',
  'maintenance',
  'too-many',
  'server',
  'storage',
  'unknown',
  'unexpected',
] as const satisfies readonly (ProblemKind | 'unexpected')[]

/** What was used, for the count of it. */
export const portalEventNames = ['page-opened', 'breath-sounds-played'] as const
export type PortalEventName = (typeof portalEventNames)[number]

/** A place in the portal's code, such as `view of notes`: words in lower case, no digits. */
const place = z
  .string()
  .max(60)
  .regex(/^[a-z][A-Za-z.-]*(?: [a-z][A-Za-z.-]*)*$/u)
/** The pattern of a page's address, never the address: `/patient/:patientId/:tab?`. */
const pattern = z
  .string()
  .max(80)
  .regex(/^\/[A-Za-z:?/*-]*$/u)
/** How often it happened since the last report. */
const times = z.number().int().min(1).max(1_000)

const entrySchema = z.discriminatedUnion('what', [
  z.strictObject({ what: z.literal('fault'), where: place, kind: z.enum(kinds), times }),
  z.strictObject({
    what: z.literal('event'),
    name: z.enum(portalEventNames),
    page: pattern.optional(),
    times,
  }),
])

/** One fault or one kind of use. */
export type PortalEntry = z.infer<typeof entrySchema>

/** Most entries in one report. */
export const mostEntries = 20

/** A report: which build it is of, and what happened. */
export const portalReportSchema = z.strictObject({
  release: z
    .string()
    .max(40)
    .regex(/^[\w.-]+$/u),
  entries: z.array(entrySchema).min(1).max(mostEntries),
})
export type PortalReport = z.infer<typeof portalReportSchema>

/** True for an entry that may leave the device as it is. */
export const isTellable = (entry: PortalEntry): boolean => entrySchema.safeParse(entry).success
