import { z } from 'zod'

/**
 * The screens on which a record is looked at: tabs of the record by their ids, and others. A device of
 * another release may tell of one that is not among them.
 */
export const recordScreens = [
  'vitals',
  'care-pathway',
  'notes',
  'action-log',
  'checkup',
  'monitoring',
  'ecg',
  'reports',
  'chat',
  'printed-list',
  'saved-list',
] as const

/** What the server itself gave out: `given:` and the part of the record. No portal tells it. */
export const givenPrefix = 'given:'

/** In the place of a device, of who looked by a share link; no portal may name its device so. */
const linkPrefix = 'link:'
export const linkDevice = (linkId: string): string => `${linkPrefix}${linkId}`
export const isByLink = (device: string): boolean => device.startsWith(linkPrefix)

/** One person's looks at one screen of a record count once in so long, milliseconds. */
const readWindowMs = 10 * 60_000

/** The beginning of the window in which a look falls, epoch milliseconds. */
export const readWindow = (at: number): number => Math.floor(at / readWindowMs) * readWindowMs

/** Looks that are told at once at most. */
export const readsAtOnce = 100

/** A look: whose record, on which screen, and when (ISO 8601). */
export const recordReadSchema = z.object({
  patientId: z.string().min(1).max(100),
  screen: z
    .string()
    .min(1)
    .max(40)
    .refine((screen) => !screen.startsWith(givenPrefix), 'Is told by the server alone'),
  at: z.string(),
})
