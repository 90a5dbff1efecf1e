import { Navigate } from 'react-router-dom'
import { useSession } from '../data/hooks'
import { may } from '../domain/access/may'
import { paths } from '../ui/paths'

/**
 * `/` leads to the virtual ward (P040). Who may not see one would be sent back here for ever: they get the first-use page,
 * internal staff theirs.
 */
export function HomeRedirect() {
  const { principal } = useSession()
  const lost = principal?.kind === 'user' && principal.acceptedTerms && !may(principal, 'virtual-ward.view')
  if (!lost) return <Navigate to={paths.virtualWard()} replace />
  return <Navigate to={principal.isInternalStaff ? paths.admin() : paths.welcome()} replace />
}
