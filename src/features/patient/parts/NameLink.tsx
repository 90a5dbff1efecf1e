import { Link } from 'react-router-dom'
import { may, type Action } from '../../../domain/access/may'
import { usePrincipal } from '../../../ui/access'

/** A name that leads to its page, for who may open it; for others only the name. */
export function NameLink({
  to,
  action,
  children,
}: {
  readonly to: string
  readonly action: Action
  readonly children: string
}) {
  const principal = usePrincipal()
  return principal !== null && may(principal, action) ? (
    <Link to={to} className="finger">
      {children}
    </Link>
  ) : (
    children
  )
}
