import { demonstrationOrganizations, wardIdOf, type OrganizationKey } from './organizations'
import { pathwayOf, type DemonstrationPathway } from './pathways'
import { demonstrationId } from './random'
import { roster, type RosterRow, type Trait } from './roster'

/** A patient of the demonstration. */
export interface DemonstrationPatient {
  readonly id: string
  readonly organization: OrganizationKey
  /** Practices that the patient is linked to as well. */
  readonly linkedTo: readonly OrganizationKey[]
  readonly firstName: string
  readonly lastName: string
  readonly gender: 'male' | 'female'
  /** YYYY-MM-DD. */
  readonly birthDate: string
  readonly nhsNumber: string | null
  readonly telephone: string
  readonly address: { readonly address: string; readonly postcode: string }
  readonly conditions: readonly string[]
  /** Null where the organisation has no wards. */
  readonly ward: { readonly id: string; readonly name: string } | null
  readonly pathway: DemonstrationPathway
  readonly admittedDaysAgo: number
  readonly traits: ReadonlySet<Trait>
}

/**
 * The nth NHS number of the test range 999: modulus 11, weights 10 to 2, 11 becomes 0, no check
 * digit 10 (NHS Data Dictionary).
 */
const testNhsNumber = (nth: number): string => {
  let found = -1
  for (let body = 0; body < 1_000_000; body += 1) {
    const digits = `999${String(body).padStart(6, '0')}`
    const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (10 - at), 0)
    const check = (11 - (sum % 11)) % 11
    if (check !== 10) found += 1
    if (found === nth) return `${digits}${check}`
  }
  throw new RangeError(`No test NHS number ${nth}`)
}

const streets = [
  'Station Road',
  'Church Lane',
  'Victoria Terrace',
  'Mill Street',
  'Queens Avenue',
  'Albert Close',
  'The Crescent',
] as const
const usStreets = [
  'Congress Street',
  'Fore Street',
  'Eastern Promenade',
  'Danforth Street',
  'Brackett Street',
  'Vaughan Street',
] as const

const homeOf = (organization: OrganizationKey, nth: number): DemonstrationPatient['address'] => {
  const house = 2 + ((nth * 7) % 90)
  if (organization === 'harbor')
    return {
      address: `${house}0 ${usStreets[nth % usStreets.length] ?? usStreets[0]}, Portland, ME`,
      postcode: `041${String(nth % 10).padStart(2, '0')}`,
    }
  const own = demonstrationOrganizations.find((one) => one.key === organization)
  if (organization === 'willowbank' && own !== undefined) return own.address
  const street = streets[nth % streets.length] ?? streets[0]
  return organization === 'eastgate'
    ? { address: `${house} ${street}, York`, postcode: 'YO10 4AJ' }
    : { address: `${house} ${street}, Brighton`, postcode: 'BN2 3GH' }
}

const personOf = (row: RosterRow, nth: number): DemonstrationPatient => ({
  id: demonstrationId('patient', row.organization, row.firstName, row.lastName, row.birthDate),
  organization: row.organization,
  linkedTo:
    row.organization === 'willowbank' && !row.traits.includes('other-practice') ? ['eastgate'] : [],
  firstName: row.firstName,
  lastName: row.lastName,
  gender: row.gender,
  birthDate: row.birthDate,
  nhsNumber: row.organization === 'harbor' ? null : testNhsNumber(100 + nth * 37),
  // Ofcom and NANPA keep these ranges for fiction.
  telephone:
    row.organization === 'harbor'
      ? `20755501${String(nth % 100).padStart(2, '0')}`
      : `07700900${String(100 + nth).padStart(3, '0')}`,
  address: homeOf(row.organization, nth),
  conditions: row.conditions,
  ward: row.ward === null ? null : { id: wardIdOf(row.organization, row.ward), name: row.ward },
  pathway: pathwayOf(row.organization, row.pathway),
  admittedDaysAgo: row.admittedDaysAgo,
  traits: new Set(row.traits),
})

/** Every patient of the demonstration. */
export const demonstrationPatients: readonly DemonstrationPatient[] = roster.map(personOf)
