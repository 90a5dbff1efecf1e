import type { Feature, Permission } from './permissions'

/**
 * Who acts, as both the portal and the server see it. Built from `me` on one side and from the
 * database on the other.
 */
export interface Principal {
  readonly kind: 'user' | 'share'
  readonly userId: string
  readonly organizationId: string
  readonly isInternalStaff: boolean
  readonly isSelfCare: boolean
  readonly acceptedTerms: boolean
  readonly permissions: ReadonlySet<Permission>
  readonly features: ReadonlySet<Feature>
  /** The one patient of a share-link user. */
  readonly sharedPatientId?: string
}
