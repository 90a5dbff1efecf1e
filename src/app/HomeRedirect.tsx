import { Navigate } from 'react-router-dom'
import { paths } from '../ui/paths'

/** `/` leads to the virtual ward, whose own guard then applies (P040; decisions, Terms guard). */
export function HomeRedirect() {
  return <Navigate to={paths.virtualWard()} replace />
}
