import type { PatientNote } from '../../domain/note/note'
import type { Edition } from '../../domain/organization/organization'
import { isLate } from '../../domain/time'

/** True when a note reached the server so late that both times are shown. */
export const arrivedLate = (note: Pick<PatientNote, 'capturedAt' | 'createdAt'>): boolean =>
  isLate(note.capturedAt, note.createdAt)

const formats = new Map<Edition, Intl.NumberFormat>()

/** A whole number with the edition's thousands mark. The formatter is kept: it is slow to make. */
export const counted = (count: number, edition: Edition): string => {
  const format = formats.get(edition) ?? new Intl.NumberFormat(edition)
  formats.set(edition, format)
  return format.format(count)
}
