import type { Feature, Permission } from './permissions'

/** Who acts, for portal and server. Built from `me` or from the database. */
export interface Principal {
  readonly kind: 'user' | 'share'
  readonly userId: string
  readonly organizationId: string
  readonly isInternalStaff: boolean
  readonly isSelfCare: boolean
  readonly acceptedTerms: boolean
  /** Of the organisation, IANA; absent where it is not known. */
  readonly timeZone?: string
  /** Must have a second factor here, and signed in without one: nothing but setting it up is theirs. */
  readonly lacksSecondFactor?: boolean
  readonly permissions: ReadonlySet<Permission>
  readonly features: ReadonlySet<Feature>
  /** Internal staff are logged in as this user. */
  readonly isActedAs?: true
  /** On a record that is open in an emergency: reads it, and does nothing to it. */
  readonly onlyReads?: true
  /** The one patient of a share-link user. */
  readonly sharedPatientId?: string
}
