import type { PatientNote } from '../../domain/note/note'
import type { Edition } from '../../domain/organization/organization'
import { isLate } from '../../domain/time'

/**
 * True when a note reached the server so much later than it was written that both times belong on
 * the row.
 */
export const arrivedLate = (note: Pick<PatientNote, 'capturedAt' | 'createdAt'>): boolean =>
  isLate(note.capturedAt, note.createdAt)

const formats = new Map<Edition, Intl.NumberFormat>()

/**
 * A whole number with the edition's thousands mark; its formatter is costly to build, and asked at
 * every key.
 */
export const counted = (count: number, edition: Edition): string => {
  const format = formats.get(edition) ?? new Intl.NumberFormat(edition)
  formats.set(edition, format)
  return format.format(count)
}
