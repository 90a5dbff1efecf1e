import { z } from 'zod'
import { may } from '../access/may'
import { isOwnToStrikeOut } from '../access/own-entry'
import { othersClosed } from '../access/part-record'
import type { Principal } from '../access/principal'
import { personSchema } from '../organization/organization'
import { needsPerson, withUnsent, type Waiting } from '../sync/unsent'
import { textOf } from '../text/text-of'

/** How bad a reaction is, the gravest first. */
export const allergySeverities = ['severe', 'moderate', 'mild'] as const

/** A short text that somebody types; never blank. */
export const shortText = textOf(200)

/** What somebody says of an allergy. */
export const givenAllergySchema = z.object({
  substance: shortText,
  /** What it does, e.g. anaphylaxis; null: not known. */
  reaction: shortText.nullable(),
  /** Null: not known. */
  severity: z.enum(allergySeverities).nullable(),
})
export type GivenAllergy = z.infer<typeof givenAllergySchema>

/** An entry about allergies. None is changed: one that was wrong is struck out, and stays. */
export const allergySchema = z.object({
  id: z.string(),
  revision: z.number(),
  /** Null: no allergy is known, as somebody asked. */
  substance: z.string().nullable(),
  reaction: z.string().nullable(),
  severity: z.enum(allergySeverities).nullable(),
  /** When it was written, by the author's device. */
  capturedAt: z.string(),
  /** When the server received it. */
  createdAt: z.string(),
  recordedBy: personSchema.nullable(),
  struckOut: z
    .object({ capturedAt: z.string(), by: personSchema.nullable(), reason: z.string() })
    .nullable(),
})
export type Allergy = z.infer<typeof allergySchema>

/** What is known of a patient's allergies. That nobody asked is never the same as that there is none. */
export type KnownAllergies<Entry = Allergy> =
  | { readonly kind: 'recorded'; readonly entries: readonly Entry[] }
  /** Somebody asked, and there was none. */
  | { readonly kind: 'noneKnown'; readonly entry: Entry }
  | { readonly kind: 'notRecorded' }
  /** They are not open to who looks (T8). */
  | { readonly kind: 'closed' }

const ranks = [...allergySeverities, null]
/** What decides over which entries count. */
type Counted = Pick<Allergy, 'substance' | 'severity' | 'capturedAt' | 'struckOut'>

const graver = (a: Counted, b: Counted): number =>
  ranks.indexOf(a.severity) - ranks.indexOf(b.severity) ||
  Date.parse(b.capturedAt) - Date.parse(a.capturedAt)

/**
 * Allergies that stand count before every 'none known'. That counts only where it was said after the
 * last word about an allergy, so that taking an entry back does not bring an older 'none' up again.
 */
export const knownAllergies = <Entry extends Counted>({
  allergies: all,
  othersFrom,
}: {
  readonly allergies: readonly Entry[]
  readonly othersFrom: string | null
}): KnownAllergies<Entry> => {
  if (othersFrom !== null && othersFrom >= othersClosed) return { kind: 'closed' }
  const entries = all.filter(({ substance, struckOut }) => substance !== null && struckOut === null)
  if (entries.length > 0) return { kind: 'recorded', entries: entries.toSorted(graver) }
  const lastWord = Math.max(
    -Infinity,
    ...all.flatMap(({ substance, struckOut }) =>
      substance === null || struckOut === null ? [] : [Date.parse(struckOut.capturedAt)],
    ),
  )
  const [entry] = all
    .filter(
      ({ substance, struckOut, capturedAt }) =>
        substance === null && struckOut === null && Date.parse(capturedAt) > lastWord,
    )
    .toSorted((a, b) => Date.parse(b.capturedAt) - Date.parse(a.capturedAt))
  return entry === undefined ? { kind: 'notRecorded' } : { kind: 'noneKnown', entry }
}

/** Who may strike out an entry: whoever wrote it, for 24 hours; then a clinician (T13). */
export const mayStrikeOut = (
  entry: {
    readonly recordedBy?: { readonly id: string } | null
    readonly capturedAt: string
  },
  by: { readonly principal: Principal; readonly userId: string },
  atMs: number,
): boolean =>
  may(by.principal, 'critical-information.decide') ||
  isOwnToStrikeOut(
    { recordedBy: entry.recordedBy?.id ?? null, recordedAt: entry.capturedAt },
    by.userId,
    atMs,
  )

/** The part of a record that changes, as `unsent` names it. */
export const allergiesPart = 'allergies'

interface WithAllergies {
  readonly allergies: readonly Allergy[]
}

const lay = <Row extends WithAllergies>(
  row: Row,
  allergies: readonly Allergy[],
  wanted: unknown,
  waiting: Waiting | null,
): Row => {
  if (waiting === null) return { ...row, allergies }
  // What was refused is not on the record; the row says that it waits for a decision.
  const isShown = !needsPerson(waiting.state)
  return withUnsent(isShown ? { ...row, allergies } : row, {
    ...waiting,
    part: allergiesPart,
    wanted,
    theirs: null,
    isShown,
  })
}

/**
 * An entry of the user's own over a row of the server.
 * @param waiting null: the server has it
 */
export const layAllergy = <Row extends WithAllergies>(
  row: Row,
  entry: Allergy,
  waiting: Waiting | null,
): Row =>
  row.allergies.some(({ id }) => id === entry.id)
    ? row
    : lay(row, [...row.allergies, entry], entry, waiting)

/**
 * A striking out of the user's own over a row of the server. One that is struck out already stays so.
 * @param waiting null: the server has it
 */
export const layStrikeOut = <Row extends WithAllergies>(
  row: Row,
  allergyId: string,
  struckOut: NonNullable<Allergy['struckOut']>,
  waiting: Waiting | null,
): Row =>
  lay(
    row,
    row.allergies.map((one) =>
      one.id === allergyId && one.struckOut === null ? { ...one, struckOut } : one,
    ),
    row.allergies.find(({ id }) => id === allergyId) ?? null,
    waiting,
  )
