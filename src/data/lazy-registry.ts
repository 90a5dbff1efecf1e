import { once } from './sync'
import type { Command, Identified, Resource } from './kit'

type Loaded = Pick<typeof import('./registry'), 'commands' | 'resources'> &
  Pick<typeof import('./seen-identity'), 'identityIn'> &
  Pick<typeof import('./watched'), 'watchedOf'>

/**
 * What the rooms of the store declare, fetched with the first store that is opened: nothing of it
 * is needed before somebody signed in. Until then there is no command and no resource by any name.
 */
export const createLazyRegistry = () => {
  let loaded: Loaded | null = null
  const load = once(async (): Promise<Loaded> => {
    const [{ commands, resources }, { identityIn }, { watchedOf }] = await Promise.all([
      import('./registry'),
      import('./seen-identity'),
      import('./watched'),
    ])
    loaded = { commands, resources, identityIn, watchedOf }
    return loaded
  })
  return {
    /**
     * Resolves once commands and resources are known; rejects where they did not arrive, and is
     * tried again by the next call.
     */
    load,
    command: (name: string): Command<unknown, unknown> | undefined =>
      loaded?.commands.find((known) => known.name === name),
    resource: (name: string): Resource<unknown, Identified> | undefined =>
      loaded?.resources.find((known) => known.name === name),
  }
}
