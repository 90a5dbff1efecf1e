import { z } from 'zod'
import { personSchema } from '../organization/organization'
import { needsPerson, withUnsent, type Waiting } from '../sync/unsent'
import type { WaitingCommand } from '../sync/waiting-command'
import { isStorableText, unstorableMessage } from '../text/storable'
import { heldMs } from './shift'

/** The parts of a handover: situation, background, assessment, recommendation, decision. */
export const sbardFields = [
  'situation',
  'background',
  'assessment',
  'recommendation',
  'decision',
] as const
export type SbardField = (typeof sbardFields)[number]
export type Sbard = Readonly<Record<SbardField, string>>

/** Characters of one part at most. */
export const longestPart = 2_000
/** Null: its author changed nothing of what the record says. */
const part = z
  .string()
  .trim()
  .max(longestPart, `Must be ${longestPart} characters or fewer`)
  .refine(isStorableText, unstorableMessage)
  .nullable()
const parts = {
  situation: part,
  background: part,
  assessment: part,
  recommendation: part,
  decision: part,
}

/** What a user wrote of a patient for the next shift. None is changed: what they write of a part later takes its place. */
export const handoverTextSchema = z.object({
  id: z.string(),
  revision: z.number(),
  ...parts,
  /** When it was written, by the author's device. */
  capturedAt: z.string(),
  createdBy: personSchema.nullable(),
})
export type HandoverText = z.infer<typeof handoverTextSchema>

const input = z
  .object({ patientId: z.string().min(1), ...parts })
  .refine((given) => sbardFields.some((field) => given[field] !== null), 'Says nothing')
/** Gives what somebody wrote of a patient to the next shift. Two authors' texts both stand. */
export const writeHandover = {
  name: 'writeHandover',
  version: 1,
  action: 'handover.write',
  input,
  waits: { class: 'Q' },
  about: 'patient',
} as const satisfies WaitingCommand<z.infer<typeof input>>

/** The part of a row that changes, as `unsent` names it. */
export const handoversPart = 'handovers'

interface WithHandovers {
  readonly handovers: readonly HandoverText[]
}

/** Whether a text says a part anew that an older one of the same author said. */
const saysAnew = (newer: HandoverText, older: HandoverText, field: SbardField): boolean =>
  newer.createdBy?.id === older.createdBy?.id && newer[field] !== null

/**
 * What is handed over at `nowMs` (epoch ms): of the last day each part of each author as they wrote it
 * last, the newest text first. A text whose parts were all written anew is left out.
 */
export const handedOver = (
  { handovers }: WithHandovers,
  nowMs: number,
): readonly HandoverText[] => {
  const sorted = handovers
    .filter(({ capturedAt }) => Date.parse(capturedAt) > nowMs - heldMs)
    .toSorted((a, b) => Date.parse(b.capturedAt) - Date.parse(a.capturedAt))
  return sorted
    .map((text, at): HandoverText => {
      const newer = sorted.slice(0, at)
      const left = (field: SbardField): string | null =>
        newer.some((one) => saysAnew(one, text, field)) ? null : text[field]
      return {
        ...text,
        situation: left('situation'),
        background: left('background'),
        assessment: left('assessment'),
        recommendation: left('recommendation'),
        decision: left('decision'),
      }
    })
    .filter((text) => sbardFields.some((field) => text[field] !== null))
}

/** A text of the user's own over a row of the server. @param waiting null: the server has it */
export const layHandover = <Row extends WithHandovers>(
  row: Row,
  text: HandoverText,
  waiting: Waiting | null,
): Row => {
  if (row.handovers.some(({ id }) => id === text.id)) return row
  const laid = { ...row, handovers: [...row.handovers, text] }
  if (waiting === null) return laid
  const isShown = !needsPerson(waiting.state)
  return withUnsent(isShown ? laid : row, {
    ...waiting,
    part: handoversPart,
    wanted: text.id,
    theirs: null,
    isShown,
  })
}
