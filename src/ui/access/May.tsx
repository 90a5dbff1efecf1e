import { createContext, use, type ReactNode } from 'react'
import { meets, type Asks } from '../../domain/access/asks'
import type { Principal } from '../../domain/access/principal'

/** Who looks at the screen; null before anyone signed in. The app provides it. */
export const PrincipalContext = createContext<Principal | null>(null)

export const usePrincipal = (): Principal | null => use(PrincipalContext)

export interface MayProps extends Asks {
  readonly children: ReactNode
  /** Shown instead; nothing by default. */
  readonly otherwise?: ReactNode
}

/** Shows its children to users with what is asked for. The server decides. */
export function May({ children, otherwise = null, ...asks }: MayProps) {
  const principal = usePrincipal()
  return principal !== null && meets(principal, asks) ? children : otherwise
}
