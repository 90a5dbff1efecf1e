import { lastingTypes } from './ecg-events'

/** Most events of one answer (schema/waveform.graphql). A full one may lack older ones. */
export const mostEventsAnswered = 10_000

/** Pieces closer than this are of one event, milliseconds: they are cut at the borders of slots. */
const joinedMs = 1000
/** A ventricular tachycardia that lasted so long is sustained, milliseconds (ACC/AHA/HRS 2006). */
const sustainedMs = 30_000

/** A stretch that an analysis named, epoch milliseconds. */
export interface EventPiece {
  readonly type: string
  readonly method: string
  readonly start: number
  readonly end: number
}

/** Who found an event, whatever its version: `lamplight-ecg` of `lamplight-ecg 2`. */
export const analyserOf = (method: string): string => method.replace(/ [^ ]*$/, '')

/**
 * What a type continues: after two minutes of ventricular tachycardia a slot knows no other shape
 * of this heart, and can only call it wide and fast.
 */
export const continues: Readonly<Record<string, string>> = {
  WideComplexTachycardia: 'VentricularTachycardia',
}

/**
 * Joins pieces that follow each other or overlap; the first identity and name stay. A wide and fast
 * rhythm that becomes a sustained ventricular tachycardia is that tachycardia.
 * @param pieces oldest first
 */
export const joinPieces = <Piece extends EventPiece>(pieces: readonly Piece[]): Piece[] => {
  const whole: Piece[] = []
  const open = new Map<string, number>()
  for (const piece of pieces) {
    const keyOf = (type: string): string => `${analyserOf(piece.method)}/${type}`
    /** The index of the event that this piece belongs to. */
    const joined = (type: string | undefined, leastMs: number): number | null => {
      const at = type === undefined ? undefined : open.get(keyOf(type))
      const last = at === undefined ? undefined : whole[at]
      return at !== undefined &&
        last !== undefined &&
        piece.start - last.end <= joinedMs &&
        last.end - last.start >= leastMs
        ? at
        : null
    }
    const at = lastingTypes.has(piece.type)
      ? (joined(continues[piece.type], sustainedMs) ?? joined(piece.type, 0))
      : null
    const last = at === null ? undefined : whole[at]
    if (at === null || last === undefined) {
      open.set(keyOf(piece.type), whole.length)
      whole.push(piece)
    } else if (piece.end > last.end) whole[at] = { ...last, end: piece.end }
  }
  return whole
}
