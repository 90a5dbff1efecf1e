import type { Me } from '../user/me'
import { features, permissions } from './permissions'
import type { Principal } from './principal'

/** The signed-in user as a principal. Unknown permissions and flags are left out. */
export const principalOf = (me: Me): Principal => ({
  kind: me.sharedRecord == null ? 'user' : 'share',
  userId: me.id,
  organizationId: me.actingOrganization.id,
  isInternalStaff: me.isInternalStaff,
  isSelfCare: me.isSelfCare,
  acceptedTerms: me.actingOrganization.acceptedTerms,
  ...(me.lacksSecondFactor === true ? { lacksSecondFactor: true } : {}),
  ...(me.loggedInAs == null ? {} : { isActedAs: true }),
  ...(me.actingOrganization.timeZone === undefined
    ? {}
    : { timeZone: me.actingOrganization.timeZone }),
  ...(me.sharedRecord == null ? {} : { sharedPatientId: me.sharedRecord.patientId }),
  permissions: new Set(permissions.filter((key) => me.permissions[key] === true)),
  features: new Set(features.filter((key) => me.actingOrganization.features[key] === true)),
})
