import { z } from 'zod'
import type { Band, EwsThresholds } from './thresholds'

const edge = z.number().nullish()
const givenBands = z
  .array(z.object({ low: edge, high: edge, score: z.number().int().min(0).max(3) }))
  .min(1)
type GivenBand = z.infer<typeof givenBands>[number]

const bandOf = ({ low, high, score }: GivenBand): Band => ({
  ...(low == null ? {} : { low }),
  ...(high == null ? {} : { high }),
  score,
})
const ascending = (bands: readonly GivenBand[]): Band[] =>
  bands.map(bandOf).toSorted((a, b) => ((a.low ?? -Infinity) < (b.low ?? -Infinity) ? -1 : 1))

/**
 * Thresholds as an author may send them: the bands of a parameter in any order, an open end left
 * out or null (C286, C287). They become what is kept: ascending, an open end left out. Whether they
 * leave a gap or overlap is asked afterwards (`checkPersonalThresholds`).
 */
export const givenThresholdsSchema = z
  .object({
    respiratoryRate: givenBands,
    spO2: givenBands,
    bloodPressure: givenBands,
    pulse: givenBands,
    temperature: givenBands,
  })
  .transform((given): EwsThresholds => ({
    respiratoryRate: ascending(given.respiratoryRate),
    spO2: ascending(given.spO2),
    bloodPressure: ascending(given.bloodPressure),
    pulse: ascending(given.pulse),
    temperature: ascending(given.temperature),
  }))
