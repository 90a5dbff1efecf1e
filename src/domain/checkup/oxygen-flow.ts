import { z } from 'zod'

/** Oxygen flow in L/min (P369). Texts, since the last one is no number. */
export const oxygenFlows = [
  '0.5',
  '1',
  '1.5',
  '2',
  '2.5',
  '3',
  '3.5',
  '4',
  '4.5',
  '5',
  'above_5',
] as const
export type OxygenFlow = (typeof oxygenFlows)[number]

/** One of the options as a device posts it; a number is taken for the option that it is. */
export const oxygenFlowIngestSchema = z
  .union([z.number(), z.string()])
  .transform(String)
  .pipe(z.enum(oxygenFlows))
  .meta({ examples: [...oxygenFlows] })
