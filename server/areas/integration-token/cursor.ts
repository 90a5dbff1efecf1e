import { z } from 'zod'
import {
  integrationRoutes,
  type IntegrationRoute,
} from '../../../src/domain/integration-token/reading'

/**
 * Revisions by organisation, whose counters are each in commit order: what is greater than its
 * organisation's is not known yet.
 */
export type Marks = Readonly<Record<string, number>>
const marksSchema = z.record(z.string().max(100), z.int().min(0))

const cursorSchema = z.strictObject({
  of: z.enum(integrationRoutes as [IntegrationRoute, ...IntegrationRoute[]]),
  organization: z.string().max(100),
  /** A restored database begins another, and its revisions go back. */
  epoch: z.string().max(100),
  /** What the reader has. */
  has: marksSchema,
  /** A round is under way: how far it goes, and the last thing that was told in it. */
  round: z
    .strictObject({ to: marksSchema, after: z.tuple([z.string().max(100), z.string().max(100)]) })
    .nullable(),
})

/**
 * How far a reader has come. Things are told in rounds, each of which goes up to the revisions of when
 * it began, in the order of ids: what changes meanwhile is told in the next round, and nothing twice
 * in one.
 */
export type Cursor = z.infer<typeof cursorSchema>

/** The text of a cursor: to a reader it says nothing. */
export const cursorText = (cursor: Cursor): string =>
  Buffer.from(JSON.stringify(cursor)).toString('base64url')

/** Longer ones are nobody's. */
const longest = 20_000

/** The cursor that a text stands for; null: for none. */
export const readCursor = (text: string): Cursor | null => {
  if (text.length > longest) return null
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  } catch {
    return null
  }
}
