import { Navigate, useSearchParams } from 'react-router-dom'
import { paths } from '../../ui/paths'
import { ResetPassword } from './parts/ResetPassword'
import { RevertSecondFactor } from './parts/RevertSecondFactor'

/** Target of links in mails; the query names the page (P110, P124). */
export function AccountActionScreen() {
  const [params] = useSearchParams()
  const code = params.get('oobCode') ?? ''
  switch (params.get('mode')) {
    case 'resetPassword':
      return <ResetPassword key={code} code={code} />
    case 'revertSecondFactorAddition':
      return <RevertSecondFactor key={code} code={code} />
    default:
      return <Navigate to={paths.home()} replace />
  }
}
