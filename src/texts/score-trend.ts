import { inEditions } from './overlay'
import type { DeepPartial } from './types'

/** The total score over time on the patient's record. Times and ages are already formatted. */
const enGB = {
  heading: (scheme: string): string => `${scheme} over time`,
  span: 'Time span',
  read: 'Read each score',
  /** One score as it is read out. */
  point: (total: string, risk: string, time: string): string => `${total}, ${risk}, ${time}`,
  total: (total: number): string => `Total ${total}`,
  partial: (total: number, missing: number): string =>
    `Total ${total}, partial: ${missing} of 7 parameters missing`,
  risks: [
    'low risk',
    'low risk',
    'low-medium risk',
    'medium risk',
    'high risk',
  ] as readonly string[],
  riskUnknown: 'risk not known',
  bands: { 1: '1–4 low', 2: '5–6 medium', 3: '7 or more high' },
  hollow: 'Hollow: a partial score',
  gaps: (hours: number): string => `Complete scores more than ${hours} hours apart are not joined.`,
  asOf: (time: string): string => `Data from ${time}.`,
  mayBeMore: (span: string): string =>
    `There may be older scores within ${span} that are not on this device. They load when it is online.`,
  failed: (span: string): string => `Older scores within ${span} could not be loaded.`,
  loading: 'Loading older scores…',
  notDrawn: 'The chart could not be drawn. The scores are in this table.',
  table: {
    caption: (scheme: string, span: string): string => `${scheme} scores within ${span}`,
    time: 'Time',
    total: 'Total',
    risk: 'Risk',
  },
  empty: {
    none: (span: string): string => `No scores within ${span}`,
    noneHere: (span: string): string => `No scores within ${span} on this device`,
    last: (total: string, ago: string): string => `The last one: ${total}, ${ago}.`,
    never: 'A score appears with the first check-up that has one.',
  },
}

export type ScoreTrendTexts = typeof enGB

const enUS: DeepPartial<ScoreTrendTexts> = {
  risks: ['no risk', ...enGB.risks.slice(1)],
}

export const scoreTrendTexts = inEditions(enGB, enUS)
