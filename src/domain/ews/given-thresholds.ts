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
 * Thresholds as an author sends them, bands in any order (C286, C287). The result ascends, open
 * ends left out. Gaps and overlaps: `checkPersonalThresholds`.
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
