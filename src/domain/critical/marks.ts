import { z } from 'zod'
import { needsPerson, withUnsent, type Waiting } from '../sync/unsent'
import { allergiesPart, knownAllergies, type Allergy } from './allergies'
import {
  criticalPart,
  isOpenTo,
  resuscitationStatuses,
  type CriticalValue,
  type WantedInformation,
} from './information'

/** What a card and the wall say of what everybody must know: that there is something, not what. */
export const criticalMarksSchema = z.object({
  allergies: z.enum(['recorded', 'noneKnown', 'notRecorded', 'closed']),
  resuscitation: z.enum([...resuscitationStatuses, 'noneKnown', 'notRecorded', 'closed']),
})
export type CriticalMarks = z.infer<typeof criticalMarksSchema>

/** Of whom nothing is written. */
export const noMarks: CriticalMarks = { allergies: 'notRecorded', resuscitation: 'notRecorded' }

/** The mark of a resuscitation status; null: none is known; undefined: none is recorded. */
const resuscitationMark = (
  value: CriticalValue | null | undefined,
): CriticalMarks['resuscitation'] => {
  if (value === undefined) return 'notRecorded'
  return (
    resuscitationStatuses.find((status) => status === value?.['status']) ??
    (value === null ? 'noneKnown' : 'notRecorded')
  )
}

/** The marks of a patient by what is recorded. `resuscitation`: the value that counts, null none known, undefined none. */
export const criticalMarksOf = ({
  allergies,
  resuscitation,
  othersFrom,
}: {
  readonly allergies: readonly Pick<
    Allergy,
    'substance' | 'severity' | 'capturedAt' | 'struckOut'
  >[]
  readonly resuscitation: CriticalValue | null | undefined
  readonly othersFrom: string | null
}): CriticalMarks => ({
  allergies: knownAllergies({ allergies, othersFrom }).kind,
  resuscitation: isOpenTo({ othersFrom }, 'resuscitation')
    ? resuscitationMark(resuscitation)
    : 'closed',
})

interface Marked {
  readonly criticalMarks: CriticalMarks
}

const lay = <Row extends Marked>(
  row: Row,
  part: string,
  marks: Partial<CriticalMarks>,
  waiting: Waiting | null,
  isTaken = true,
): Row => {
  const isShown = isTaken && (waiting === null || !needsPerson(waiting.state))
  const laid = isShown ? { ...row, criticalMarks: { ...row.criticalMarks, ...marks } } : row
  return waiting === null
    ? laid
    : withUnsent(laid, { ...waiting, part, wanted: marks, theirs: row.criticalMarks, isShown })
}

/**
 * An entry about allergies of the user's own over a row of the board. An allergy that stands is never
 * covered.
 * @param waiting null: the server has it
 */
export const layAllergyMark = <Row extends Marked>(
  row: Row,
  { substance }: Pick<Allergy, 'substance'>,
  waiting: Waiting | null,
): Row => {
  if (substance !== null) return lay(row, allergiesPart, { allergies: 'recorded' }, waiting)
  const isFirst = row.criticalMarks.allergies === 'notRecorded'
  return lay(row, allergiesPart, isFirst ? { allergies: 'noneKnown' } : {}, waiting)
}

/**
 * A resuscitation status of the user's own over a row of the board. The row does not say which entry
 * it is of: a status that the author had not seen is not covered.
 * @param waiting null: the server has it
 */
export const layResuscitationMark = <Row extends Marked>(
  row: Row,
  { value, seen }: Pick<WantedInformation, 'value' | 'seen'>,
  waiting: Waiting | null,
): Row =>
  lay(
    row,
    criticalPart('resuscitation'),
    { resuscitation: resuscitationMark(value) },
    waiting,
    (seen.id === null) === (row.criticalMarks.resuscitation === 'notRecorded'),
  )
