import { createContext, use, useMemo, type ReactNode } from 'react'
import { meets, type Asks } from '../../domain/access/asks'
import { may, onlyReading, type Action } from '../../domain/access/may'
import { setClinicalZone } from '../../domain/time'
import type { Principal } from '../../domain/access/principal'

const PrincipalContext = createContext<Principal | null>(null)

/**
 * Around every screen: who looks at it (null before anyone signed in), and with them the zone in which
 * it tells clinical times.
 */
export function PrincipalProvider({
  principal,
  children,
}: {
  readonly principal: Principal | null
  readonly children: ReactNode
}) {
  // Before anything below is drawn, so that no time is ever shown in another zone.
  setClinicalZone(principal?.timeZone)
  return <PrincipalContext value={principal}>{children}</PrincipalContext>
}

export const usePrincipal = (): Principal | null => use(PrincipalContext)

/** Whether whoever looks at this part of the screen may do it: on a record that is only read, too. */
export const useMay = (action: Action): boolean => {
  const principal = usePrincipal()
  return principal !== null && may(principal, action)
}

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

const ReadUntilContext = createContext<number | undefined>(undefined)

/**
 * Until when what is shown is theirs to read, and nothing else, epoch milliseconds of the server;
 * undefined: without an end.
 */
export const useReadUntil = (): number | undefined => use(ReadUntilContext)

/**
 * Shows its children to somebody who only reads them, until then (epoch milliseconds of the server):
 * what would be refused is not shown. `until` undefined: to whoever looks.
 */
export function ReadingOnly({
  until,
  children,
}: {
  readonly until: number | undefined
  readonly children: ReactNode
}) {
  const principal = usePrincipal()
  const isOnly = until !== undefined
  const reader = useMemo(
    () => (isOnly && principal !== null ? onlyReading(principal) : principal),
    [isOnly, principal],
  )
  return (
    <ReadUntilContext value={until}>
      <PrincipalContext value={reader}>{children}</PrincipalContext>
    </ReadUntilContext>
  )
}
