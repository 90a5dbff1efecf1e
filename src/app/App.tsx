import { useState } from 'react'
import { RouterProvider } from 'react-router-dom'
import { DataProvider, IdentityProvider, useSession } from '../engine/react'
import type { Runtime } from '../engine/define'
import type { Auth } from '../platform/auth'
import { EditionProvider } from '../ui/edition'
import { ThemeProvider } from '../ui/theme'
import type { LastActivity } from './notices/last-activity'
import { createPortalRouter } from './router'
import { rooms } from './rooms'
import { UpdateContext, type Update } from './update'

export interface AppProps {
  readonly runtime: Runtime
  readonly auth: Auth
  readonly activity: LastActivity
  readonly update: Update
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
export function App({ runtime, auth, activity, update }: AppProps) {
  return (
    <ThemeProvider>
      <DataProvider runtime={runtime}>
        <IdentityProvider auth={auth}>
          <UpdateContext value={update}>
            <Portal activity={activity} />
          </UpdateContext>
        </IdentityProvider>
      </DataProvider>
    </ThemeProvider>
  )
}
