import { z } from 'zod'

/**
 * Oxygen by flow, litres per minute: 0.5 to 5 in steps of 0.5, and above 5 (P369). Texts, since the
 * last one is no number.
 */
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
