import { useState } from 'react'
import { RouterProvider } from 'react-router-dom'
import { DataProvider, IdentityProvider, useSession } from '../data/hooks'
import type { Runtime } from '../data/kit'
import type { Auth } from '../platform/auth'
import { EditionProvider } from '../ui/edition'
import { ThemeProvider } from '../ui/theme'
import type { LastActivity } from './notices/last-activity'
import { createPortalRouter } from './router'
import { rooms } from './rooms'

export interface AppProps {
  readonly runtime: Runtime
  readonly auth: Auth
  readonly activity: LastActivity
}

function Portal({ activity }: { readonly activity: LastActivity }) {
  const { me } = useSession()
  const [router] = useState(() => createPortalRouter(rooms, activity))
  return (
    <EditionProvider fallback={me?.actingOrganization.edition}>
      <RouterProvider router={router} />
    </EditionProvider>
  )
}

/** The portal: appearance, data, identity, language, router. */
export function App({ runtime, auth, activity }: AppProps) {
  return (
    <ThemeProvider>
      <DataProvider runtime={runtime}>
        <IdentityProvider auth={auth}>
          <Portal activity={activity} />
        </IdentityProvider>
      </DataProvider>
    </ThemeProvider>
  )
}
