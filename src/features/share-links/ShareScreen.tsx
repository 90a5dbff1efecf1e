import { Navigate } from 'react-router-dom'
import { paths } from '../../ui/paths'

/** /share: the token was taken before the portal began (src/app/shared-link.ts), and home is where it leads. */
export const ShareScreen = () => <Navigate replace to={paths.home()} />
