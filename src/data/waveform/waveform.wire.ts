import { z } from 'zod'
import { mostEventsAnswered } from '../../domain/ecg/event-pieces'
import type { WaveformKind } from '../../domain/ecg/waveform'
import type { Page } from '../../engine/define'

const instant = z
  .string()
  .transform((text) => Date.parse(text))
  .pipe(z.number())

/**
 * The span of a patient's readings, epoch milliseconds (C282); `latest` is after the last sample.
 */
export const waveformSpanSchema = z.object({
  id: z.string(),
  revision: z.number(),
  patientId: z.string(),
  earliest: z.number(),
  latest: z.number(),
})
export type WaveformSpan = z.infer<typeof waveformSpanSchema>

/**
 * An event in a waveform (C283), epoch milliseconds: decision support. `type` of C609 or the
 * analyser's.
 */
export const waveformEventSchema = z.object({
  id: z.string(),
  revision: z.number(),
  patientId: z.string(),
  type: z.string(),
  start: z.number(),
  end: z.number(),
  method: z.string(),
})
export type WaveformEvent = z.infer<typeof waveformEventSchema>

const spanAnswer = z.object({
  waveformReadingsMetadata: z
    .object({ earliestReading: instant, latestReading: instant })
    .nullable(),
})
const eventsAnswer = z.object({
  waveformEvents: z.array(
    z.object({
      id: z.string(),
      type: z.string(),
      start: instant,
      end: instant,
      method: z.string(),
    }),
  ),
})

/** The row that says where a patient's readings of a kind begin and end. */
export const spanId = (patientId: string, type: WaveformKind): string => `${patientId} ${type}`

/** No row where there are no readings. */
export const readWaveformSpan = (
  answer: unknown,
  { patientId, type }: { readonly patientId: string; readonly type: WaveformKind },
): Page<WaveformSpan> => {
  const found = spanAnswer.parse(answer).waveformReadingsMetadata
  const rows =
    found === null
      ? []
      : [
          {
            id: spanId(patientId, type),
            revision: 0,
            patientId,
            earliest: found.earliestReading,
            latest: found.latestReading,
          },
        ]
  return { rows, total: rows.length, asOf: null }
}

/** `total` null: the answer is full, and older events may be missing. */
export const readWaveformEvents = (
  answer: unknown,
  { patientId }: { readonly patientId: string },
): Page<WaveformEvent> => {
  const rows = eventsAnswer
    .parse(answer)
    .waveformEvents.map((event) => ({ ...event, revision: 0, patientId }))
  return { rows, total: rows.length >= mostEventsAnswered ? null : rows.length, asOf: null }
}
