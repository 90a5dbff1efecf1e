import type { Feature, Permission } from './permissions'
import type { Principal } from './principal'

/** The permissions and features that an action, a page or a link asks for. All that is given must hold. */
export interface Asks {
  readonly permission?: Permission
  readonly anyPermission?: readonly Permission[]
  readonly allPermissions?: readonly Permission[]
  readonly feature?: Feature
  readonly allFeatures?: readonly Feature[]
  /** A feature that the acting organisation must not have. */
  readonly withoutFeature?: Feature
}

/** Whether the principal has the permissions that are asked for. */
export const holdsPermissions = (
  { permissions }: Principal,
  { permission, anyPermission, allPermissions }: Asks,
): boolean =>
  (permission === undefined || permissions.has(permission)) &&
  (anyPermission === undefined || anyPermission.some((one) => permissions.has(one))) &&
  (allPermissions === undefined || allPermissions.every((one) => permissions.has(one)))

/** Whether the acting organisation has the features that are asked for. */
export const hasFeatures = (
  { features }: Principal,
  { feature, allFeatures, withoutFeature }: Asks,
): boolean =>
  (feature === undefined || features.has(feature)) &&
  (withoutFeature === undefined || !features.has(withoutFeature)) &&
  (allFeatures === undefined || allFeatures.every((one) => features.has(one)))

/** Both: permissions and features. */
export const meets = (principal: Principal, asks: Asks): boolean =>
  holdsPermissions(principal, asks) && hasFeatures(principal, asks)
