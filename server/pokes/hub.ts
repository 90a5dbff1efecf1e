import type { Database } from '../db/database'
import { pokeChannel } from './channel'

/** What a subscriber is told: that something changed, never what it is now. */
export interface Poke {
  /** Something on the organisation's boards changed. */
  readonly roster: boolean
  /** Patients whose record changed; 'many' where a list would be too long. */
  readonly patients: readonly string[] | 'many'
  /** Patients of whom an analysis found something else than before; left out: nobody. */
  readonly waveformEvents?: readonly string[] | 'many'
  /** One of the organisation's lists changed (users, wards, keys, …); left out: none. */
  readonly lists?: boolean
  /** Who this user is, or what they may, changed. */
  readonly me: boolean
}

export interface Subscriber {
  readonly organizationId: string
  readonly userId: string
  readonly poked: (poke: Poke) => void
  /** False while pokes may be missed: listeners then ask by themselves. */
  readonly sure: (is: boolean) => void
  /** The server is about to stop: listeners reconnect to the next one. */
  readonly ended: () => void
}

/** Sends database messages to this server's listeners. */
export interface PokeHub {
  /** Answers the way to stop. `sure` is called at once. */
  subscribe(subscriber: Subscriber): () => void
  readonly subscribers: () => number
  close(): Promise<void>
}

/** A burst of readings is one poke; the first is sent at once. */
const gatherMs = 200
const mostPatients = 50

const listOf = (patients: ReadonlySet<string>): readonly string[] | 'many' =>
  patients.size > mostPatients ? 'many' : [...patients]

interface Gathering {
  roster: boolean
  lists: boolean
  me: boolean
  readonly patients: Set<string>
  readonly waveformEvents: Set<string>
  timer: NodeJS.Timeout | null
}

const empty = (): Gathering => ({
  roster: false,
  lists: false,
  me: false,
  patients: new Set(),
  waveformEvents: new Set(),
  timer: null,
})

/** Listens to the database once for all subscribers of this process. */
export const createPokeHub = (database: Pick<Database, 'listen'>): PokeHub => {
  const byOrganization = new Map<string, Set<Subscriber>>()
  const gathering = new Map<Subscriber, Gathering>()
  let isSure = false
  let closed = false

  const tell = (subscriber: Subscriber): void => {
    const gathered = gathering.get(subscriber)
    if (gathered === undefined) return
    gathered.timer = null
    const { roster, lists, me, patients, waveformEvents } = gathered
    if (!roster && !lists && !me && patients.size === 0 && waveformEvents.size === 0) return
    gathering.set(subscriber, { ...empty(), timer: pause(subscriber) })
    subscriber.poked({
      roster,
      me,
      patients: listOf(patients),
      ...(waveformEvents.size === 0 ? {} : { waveformEvents: listOf(waveformEvents) }),
      ...(lists ? { lists } : {}),
    })
  }
  const pause = (subscriber: Subscriber): NodeJS.Timeout => {
    const timer = setTimeout(() => tell(subscriber), gatherMs)
    timer.unref()
    return timer
  }
  const note = (subscriber: Subscriber, change: (gathered: Gathering) => void): void => {
    const gathered = gathering.get(subscriber)
    if (gathered === undefined) return
    change(gathered)
    // Messages of one transaction are one poke, then there is a pause.
    gathered.timer ??= setTimeout(() => tell(subscriber), 0)
  }

  const heard = (payload: string): void => {
    const [organizationId = '', subject = ''] = payload.split(' ')
    for (const subscriber of byOrganization.get(organizationId) ?? []) {
      if (subject === '')
        note(subscriber, (gathered) => {
          gathered.roster = true
        })
      else if (subject === '#')
        note(subscriber, (gathered) => {
          gathered.lists = true
        })
      else if (subject.startsWith('~'))
        note(subscriber, ({ waveformEvents }) => {
          if (waveformEvents.size <= mostPatients) waveformEvents.add(subject.slice(1))
        })
      else if (subject.startsWith('!')) {
        if (subject.slice(1) !== subscriber.userId) continue
        note(subscriber, (gathered) => {
          gathered.lists = true
        })
      }
      // Of a chat the record's own message tells.
      else if (subject.startsWith('^')) continue
      else if (!subject.startsWith('@'))
        note(subscriber, ({ patients }) => {
          if (patients.size <= mostPatients) patients.add(subject)
        })
      else if (subject.slice(1) === subscriber.userId)
        note(subscriber, (gathered) => {
          gathered.me = true
          gathered.roster = true
        })
    }
  }
  const stop = database.listen(pokeChannel, {
    heard,
    listening: (is) => {
      isSure = is
      for (const subscribers of byOrganization.values())
        for (const subscriber of subscribers) subscriber.sure(is)
    },
  })

  return {
    subscribe: (subscriber) => {
      const ofOrganization = byOrganization.get(subscriber.organizationId) ?? new Set()
      byOrganization.set(subscriber.organizationId, ofOrganization.add(subscriber))
      gathering.set(subscriber, empty())
      subscriber.sure(isSure && !closed)
      return () => {
        const timer = gathering.get(subscriber)?.timer
        if (timer !== undefined && timer !== null) clearTimeout(timer)
        gathering.delete(subscriber)
        ofOrganization.delete(subscriber)
        if (
          ofOrganization.size === 0 &&
          byOrganization.get(subscriber.organizationId) === ofOrganization
        )
          byOrganization.delete(subscriber.organizationId)
      }
    },
    subscribers: () => gathering.size,
    close: async () => {
      closed = true
      for (const subscriber of [...gathering.keys()]) subscriber.ended()
      for (const { timer } of gathering.values()) if (timer !== null) clearTimeout(timer)
      gathering.clear()
      byOrganization.clear()
      await stop()
    },
  }
}
