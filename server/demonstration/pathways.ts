import { demonstrationId } from './random'
import type { OrganizationKey } from './organizations'

/** A care pathway of the demonstration with its one scheduled check-up type. */
export interface DemonstrationPathway {
  readonly key: string
  readonly organization: OrganizationKey
  readonly id: string
  readonly name: string
  readonly checkupTypeId: string
  readonly checkupTypeName: string
  readonly description: string
  /** Local hours at which a check-up is due. */
  readonly hours: readonly number[]
  /** The tiles beyond the vitals that this pathway asks for. */
  readonly extras: readonly ('weight' | 'glucose' | 'peakFlow')[]
}

const pathway = (
  organization: OrganizationKey,
  key: string,
  name: string,
  checkupTypeName: string,
  description: string,
  hours: readonly number[],
  extras: DemonstrationPathway['extras'] = [],
): DemonstrationPathway => ({
  organization,
  key,
  name,
  checkupTypeName,
  description,
  hours,
  extras,
  id: demonstrationId('pathway', organization, key),
  checkupTypeId: demonstrationId('checkup-type', organization, key),
})

export const demonstrationPathways: readonly DemonstrationPathway[] = [
  pathway(
    'riverside',
    'respiratory',
    'Acute Respiratory Infection',
    'Respiratory check-up',
    'Vitals and symptoms four times a day',
    [8, 12, 16, 20],
    ['peakFlow'],
  ),
  pathway(
    'riverside',
    'copd',
    'COPD Exacerbation',
    'COPD check-up',
    'Vitals, peak flow and symptoms five times a day',
    [7, 11, 15, 19, 22],
    ['peakFlow'],
  ),
  pathway(
    'riverside',
    'heart-failure',
    'Heart Failure',
    'Heart failure check-up',
    'Vitals and weight three times a day',
    [8, 14, 20],
    ['weight'],
  ),
  pathway(
    'riverside',
    'frailty',
    'Frailty',
    'Frailty check-up',
    'Vitals and soft signs twice a day',
    [9, 18],
  ),
  pathway(
    'riverside',
    'post-surgical',
    'Post-surgical Recovery',
    'Recovery check-up',
    'Vitals and wound questions six times a day',
    [6, 9, 12, 15, 18, 22],
  ),
  pathway(
    'willowbank',
    'residential',
    'Residential Observation',
    'Daily observation',
    'Vitals and soft signs twice a day',
    [9, 18],
  ),
  pathway(
    'willowbank',
    'falls',
    'Falls and Frailty Watch',
    'Falls check-up',
    'Vitals and soft signs three times a day',
    [8, 14, 20],
    ['weight'],
  ),
  pathway(
    'willowbank',
    'diabetes',
    'Diabetes Care',
    'Diabetes check-up',
    'Vitals and glucose three times a day',
    [7, 12, 18],
    ['glucose'],
  ),
  pathway(
    'eastgate',
    'practice',
    'Practice Remote Monitoring',
    'Home check-up',
    'Vitals twice a day',
    [9, 17],
    ['glucose'],
  ),
  pathway(
    'harbor',
    'hospital-at-home',
    'Hospital at Home',
    'Home hospital check-up',
    'Vitals five times a day',
    [7, 11, 15, 19, 23],
  ),
  pathway(
    'harbor',
    'heart-failure',
    'Congestive Heart Failure',
    'Heart failure check-up',
    'Vitals and weight three times a day',
    [8, 14, 20],
    ['weight', 'glucose'],
  ),
  pathway(
    'annexe',
    'residential',
    'Residential Observation',
    'Daily observation',
    'Vitals and soft signs twice a day',
    [9, 18],
  ),
]

/** The pathway's schedule as a recurrence rule (RFC 5545). */
export const recurrenceOf = (of: DemonstrationPathway): string =>
  `FREQ=DAILY;BYHOUR=${of.hours.join(',')};BYMINUTE=0;BYSECOND=0`

/** The pathway of an organisation by its key. Throws RangeError for one that does not exist. */
export const pathwayOf = (organization: OrganizationKey, key: string): DemonstrationPathway => {
  const found = demonstrationPathways.find(
    (one) => one.organization === organization && one.key === key,
  )
  if (found === undefined) throw new RangeError(`No demonstration pathway ${organization}/${key}`)
  return found
}
