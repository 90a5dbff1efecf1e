import type { TimeWindow } from '../domain/checkup/time-window'
import { inEditions } from './overlay'

const spans: Record<TimeWindow, string> = {
  '24h': '24 hours',
  '3d': '3 days',
  '7d': '7 days',
  '14d': '14 days',
  '30d': '30 days',
}

/** The time window of the observation chart (product 9, P366). Ages come as text. */
const enGB = {
  spans,
  label: 'Show',
  all: 'All check-ups',
  within: (span: string): string => `Within ${span}`,
  only: (span: string): string => `Only check-ups within ${span}.`,
  /** How far the pages go while it is not known how many there are. */
  kept: (from: number, to: number, kept: number): string =>
    `${from} – ${to} of ${kept} on this device`,
  mayBeMore: (span: string): string =>
    `There may be more within ${span}: older check-ups are not saved on this device. They load when you are online.`,
  failed: (span: string): string =>
    `There may be more within ${span}: older check-ups could not be fetched.`,
  empty: {
    none: (span: string): string => `No check-ups within ${span}`,
    noneHere: (span: string): string => `No check-ups within ${span} on this device`,
    last: (ago: string): string => `The last one ended ${ago}.`,
    lastHere: (ago: string): string =>
      `The last one that this device has ended ${ago}. Newer ones load when it reaches the server.`,
    showAll: 'Show all check-ups',
  },
}

export type TimeWindowTexts = typeof enGB

export const timeWindowTexts = inEditions(enGB, {})
