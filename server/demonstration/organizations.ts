import { features, type Feature } from '../../src/domain/access/permissions'
import type { Edition } from '../../src/domain/organization/organization'
import { demonstrationId } from './random'

export type OrganizationKey =
  'riverside' | 'willowbank' | 'eastgate' | 'harbor' | 'annexe' | 'internal'

/** An organisation of the demonstration. */
export interface DemonstrationOrganization {
  readonly key: OrganizationKey
  readonly id: string
  readonly name: string
  readonly type: 'virtual_ward' | 'care_home' | 'practice' | 'internal'
  readonly edition: Edition
  readonly telephone: string
  readonly address: { readonly address: string; readonly postcode: string }
  readonly nationalIdentifierScheme: 'NhsNumber' | null
  readonly acceptedTerms: boolean
  readonly features: readonly Feature[]
  readonly wards: readonly string[]
  /** Hours added to UTC for the rhythm of the day. */
  readonly utcOffsetHours: number
}

const careHomeFeatures: readonly Feature[] = [
  'wards',
  'nationalIdentifierScheme',
  'referrals',
  'patientAcuityScore',
  'manualExpectedLengthOfStay',
  'automaticLogoutAlert',
]

export const demonstrationOrganizations: readonly DemonstrationOrganization[] = [
  {
    key: 'riverside',
    id: demonstrationId('organization', 'riverside'),
    name: 'Riverside Virtual Ward',
    type: 'virtual_ward',
    edition: 'en-GB',
    telephone: '01273800900',
    address: { address: '14 Weir Lane, Brighton', postcode: 'BN1 4QW' },
    nationalIdentifierScheme: 'NhsNumber',
    acceptedTerms: true,
    features: features.filter((feature) => feature !== 'selfCare'),
    wards: ['Respiratory Ward', 'Heart Failure Ward', 'Frailty Ward'],
    utcOffsetHours: 0,
  },
  {
    key: 'willowbank',
    id: demonstrationId('organization', 'willowbank'),
    name: 'Willowbank Care Home',
    type: 'care_home',
    edition: 'en-GB',
    telephone: '01904555120',
    address: { address: '3 Orchard Rise, York', postcode: 'YO24 1AB' },
    nationalIdentifierScheme: 'NhsNumber',
    acceptedTerms: true,
    features: careHomeFeatures,
    wards: ['Garden Wing', 'Orchard Wing'],
    utcOffsetHours: 0,
  },
  {
    key: 'eastgate',
    id: demonstrationId('organization', 'eastgate'),
    name: 'Eastgate Practice',
    type: 'practice',
    edition: 'en-GB',
    telephone: '01904555300',
    address: { address: '40 East Gate, York', postcode: 'YO10 3DD' },
    nationalIdentifierScheme: 'NhsNumber',
    acceptedTerms: true,
    features: ['nationalIdentifierScheme', 'referrals', 'automaticLogoutAlert'],
    wards: [],
    utcOffsetHours: 0,
  },
  {
    key: 'harbor',
    id: demonstrationId('organization', 'harbor'),
    name: 'Harbor Health',
    type: 'virtual_ward',
    edition: 'en-US',
    telephone: '2075550143',
    address: { address: '210 Commercial Street, Portland, ME', postcode: '04101' },
    nationalIdentifierScheme: null,
    acceptedTerms: true,
    features: [
      'wards',
      'continuousMonitoring',
      'plethAiHeartRhythmContinuousMonitoring',
      'ecgWaveformAnalysis',
      'patientAcuityScore',
      'manualExpectedLengthOfStay',
      'selfCare',
      'videoCall',
      'automaticLogoutAlert',
    ],
    wards: ['Hospital at Home', 'Cardiac Recovery'],
    utcOffsetHours: -5,
  },
  {
    key: 'annexe',
    id: demonstrationId('organization', 'annexe'),
    name: 'Willowbank Annexe',
    type: 'care_home',
    edition: 'en-GB',
    telephone: '01904555121',
    address: { address: '5 Orchard Rise, York', postcode: 'YO24 1AB' },
    nationalIdentifierScheme: 'NhsNumber',
    acceptedTerms: false,
    features: careHomeFeatures,
    wards: ['Annexe'],
    utcOffsetHours: 0,
  },
  {
    key: 'internal',
    id: demonstrationId('organization', 'internal'),
    name: 'Lamplight Support',
    type: 'internal',
    edition: 'en-GB',
    telephone: '01273800901',
    address: { address: '16 Weir Lane, Brighton', postcode: 'BN1 4QW' },
    nationalIdentifierScheme: null,
    acceptedTerms: true,
    features: ['automaticLogoutAlert'],
    wards: [],
    utcOffsetHours: 0,
  },
]

/** The practice and the care homes beside it. */
export const neighbours: readonly (readonly [OrganizationKey, OrganizationKey])[] = [
  ['eastgate', 'willowbank'],
]

/** The organisation of a key. Throws RangeError for one that does not exist. */
export const organizationOf = (key: OrganizationKey): DemonstrationOrganization => {
  const found = demonstrationOrganizations.find((organization) => organization.key === key)
  if (found === undefined) throw new RangeError(`No demonstration organisation ${key}`)
  return found
}

/** The id of a ward of the demonstration. */
export const wardIdOf = (organization: OrganizationKey, ward: string): string =>
  demonstrationId('ward', organization, ward)

/** The ingest keys of the demonstration; they exist nowhere else. */
export const demonstrationIngestKeys = (
  ['riverside', 'willowbank', 'eastgate', 'harbor'] as const
).map((organization) => ({
  organization,
  apiKey: `demo-${organization}`,
  secret: `demonstration-only-${organization}`,
}))

/** Keys of Riverside that no device uses: one expires within a week, one expired two days ago. */
export const idleIngestKeys = (
  [
    ['trial', 168],
    ['former', -48],
  ] as const
).map(([name, expiresInHours]) => ({
  organization: 'riverside' as const,
  apiKey: `demo-riverside-${name}`,
  secret: `demonstration-only-riverside-${name}`,
  expiresInHours,
}))
