import { createContext, use, type ReactNode } from 'react'
import type { Feature, Permission } from '../../domain/access/permissions'
import type { Principal } from '../../domain/access/principal'

/** Who looks at the screen; null before anyone signed in. The app provides it. */
export const PrincipalContext = createContext<Principal | null>(null)

export const usePrincipal = (): Principal | null => use(PrincipalContext)

export interface MayProps {
  readonly permission?: Permission
  readonly feature?: Feature
  readonly children: ReactNode
  /** Shown instead; nothing by default. */
  readonly otherwise?: ReactNode
}

/** Shows its children to users with the permission and the feature. The server decides. */
export function May({ permission, feature, children, otherwise = null }: MayProps) {
  const principal = usePrincipal()
  const allowed =
    principal !== null &&
    (permission === undefined || principal.permissions.has(permission)) &&
    (feature === undefined || principal.features.has(feature))
  return allowed ? children : otherwise
}
