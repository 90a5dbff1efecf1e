import type { PatientNote } from '../../domain/note/note'
import type { Edition } from '../../domain/organization/organization'
import { formatDate, isLate } from '../../domain/time'

export interface NoteDay<Row> {
  readonly day: string
  readonly notes: readonly Row[]
}

/** Notes under the day they were written on, in the order given (newest first, C169). */
export const byDay = <Row extends Pick<PatientNote, 'capturedAt'>>(
  notes: readonly Row[],
  edition: Edition,
): readonly NoteDay<Row>[] => {
  const days: { day: string; notes: Row[] }[] = []
  for (const note of notes) {
    const day = formatDate(note.capturedAt, edition)
    const last = days.at(-1)
    if (last?.day === day) last.notes.push(note)
    else days.push({ day, notes: [note] })
  }
  return days
}

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
