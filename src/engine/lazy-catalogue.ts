import type { Catalogue, Entities } from './catalogue'
import type { Command, Identified, Resource } from './define'
import { loadOnce } from './load-once'

/** The entities of a catalogue. Until they are loaded there is no command and no resource. */
export const createLazyCatalogue = ({ entities }: Pick<Catalogue, 'entities'>) => {
  let loaded: Entities | null = null
  const load = loadOnce(async (): Promise<Entities> => {
    loaded = await entities()
    return loaded
  })
  return {
    /** Rejects where they did not arrive; the next call tries again. */
    load,
    command: (name: string): Command<unknown, unknown> | undefined =>
      loaded?.commands.find((known) => known.name === name),
    resource: (name: string): Resource<unknown, Identified> | undefined =>
      loaded?.resources.find((known) => known.name === name),
  }
}
