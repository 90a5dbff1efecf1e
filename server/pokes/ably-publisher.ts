import type { Database } from '../db/database'
import { pokeChannel } from './channel'
import { postPoke, type AblyRest } from './ably-rest'

export interface AblyPublisherOptions extends AblyRest {
  readonly database: Pick<Database, 'listen'>
  readonly log: { warn(fields: Readonly<Record<string, unknown>>): void }
  /** Names the channel of a chat; absent: none has one. */
  readonly nameChannel?: (patientId: string, organizationId: string) => string
  readonly retryMs?: number
  /** How often a server that does not publish asks whether it is to, milliseconds. */
  readonly takeOverMs?: number
}

/** A burst is one message; the first of it is told at once. */
const gatherMs = 200
const firstRetryMs = 1_000
const longestRetryMs = 15_000

/** Any number, held by the server that publishes. */
const publishLock = 718_204_553
/** What was heard this recently, milliseconds, may be unsaid by a server that ended. */
const unsaidMs = 15_000

type Changes = Readonly<
  Record<'roster' | 'lists' | 'patients' | 'waveformEvents' | 'me' | 'chat', boolean>
>
type Change = Partial<Changes>
const noChange: Changes = {
  roster: false,
  lists: false,
  patients: false,
  waveformEvents: false,
  me: false,
  chat: false,
}

/** What waits to be published on a channel. */
interface Gathered extends Writable<Changes> {
  timer: NodeJS.Timeout | null
  failures: number
}
type Writable<Value> = { -readonly [Key in keyof Value]: Value[Key] }

/** What a message of the database says: which channel is told, and what changed there. */
const changeHeard = (
  payload: string,
  nameChannel: AblyPublisherOptions['nameChannel'],
): { readonly channel: string; readonly change: Change } | null => {
  const [organizationId = '', subject = ''] = payload.split(' ')
  if (subject.startsWith('@'))
    return { channel: `user:${subject.slice(1)}`, change: { me: true, roster: true } }
  if (subject.startsWith('!'))
    return { channel: `user:${subject.slice(1)}`, change: { lists: true } }
  // Whoever listens learns that something was said, and neither to whom nor what.
  if (subject.startsWith('^'))
    return nameChannel === undefined
      ? null
      : {
          channel: `chat:${nameChannel(subject.slice(1), organizationId)}`,
          change: { chat: true },
        }
  const channel = `organization:${organizationId}`
  if (subject === '') return { channel, change: { roster: true } }
  if (subject === '#') return { channel, change: { lists: true } }
  return {
    channel,
    change: subject.startsWith('~') ? { waveformEvents: true } : { patients: true },
  }
}

/**
 * Publishes changes to Ably: to `organization:<id>` that its boards, records or lists changed,
 * without patient ids, since all its members listen; to `user:<id>` that their access changed; to
 * `chat:<name>` (K14) that a message came, for the patient's app and not for the portal. One
 * server publishes; the next one repeats recent messages. A failure is sent again later.
 */
export const publishToAbly = ({
  database,
  log,
  retryMs = firstRetryMs,
  takeOverMs,
  nameChannel,
  ...rest
}: AblyPublisherOptions): { close(): Promise<void> } => {
  const waiting = new Map<string, Gathered>()
  const heardLately = new Map<string, { readonly change: Change; readonly atMs: number }>()
  let closed = false
  let isAlone = false

  const later = (channel: string, gathered: Gathered, ms: number): void => {
    gathered.timer = setTimeout(() => void tell(channel), ms)
    gathered.timer.unref()
  }
  const tell = async (channel: string): Promise<void> => {
    const gathered = waiting.get(channel)
    if (gathered === undefined || closed) return
    const { roster, lists, patients, waveformEvents, me, chat, failures } = gathered
    if (!roster && !lists && !patients && !waveformEvents && !me && !chat) {
      waiting.delete(channel)
      return
    }
    Object.assign(gathered, noChange)
    try {
      await postPoke(rest, channel, {
        roster,
        me,
        patients: patients ? 'many' : [],
        ...(waveformEvents ? { waveformEvents: 'many' } : {}),
        ...(lists ? { lists } : {}),
      })
      gathered.failures = 0
      later(channel, gathered, gatherMs)
    } catch (thrown) {
      if (failures === 0)
        log.warn({
          event: 'ably-publish-failed',
          failure: thrown instanceof Error ? thrown.message : 'unknown',
        })
      Object.assign(gathered, {
        roster: roster || gathered.roster,
        lists: lists || gathered.lists,
        patients: patients || gathered.patients,
        waveformEvents: waveformEvents || gathered.waveformEvents,
        me: me || gathered.me,
        chat: chat || gathered.chat,
        failures: failures + 1,
      })
      later(channel, gathered, Math.min(longestRetryMs, retryMs * 2 ** Math.min(failures, 8)))
    }
  }
  const note = (channel: string, change: Change): void => {
    const now = Date.now()
    for (const [name, { atMs }] of heardLately) if (now - atMs > unsaidMs) heardLately.delete(name)
    heardLately.set(channel, {
      change: { ...heardLately.get(channel)?.change, ...change },
      atMs: now,
    })
    if (isAlone) publish(channel, change)
  }
  const publish = (channel: string, change: Change): void => {
    const gathered = waiting.get(channel) ?? { ...noChange, timer: null, failures: 0 }
    waiting.set(channel, Object.assign(gathered, change))
    // Messages of one transaction come together; after a message there is a pause.
    if (gathered.timer === null) later(channel, gathered, 0)
  }

  const stop = database.listen(pokeChannel, {
    heard: (payload) => {
      const heard = changeHeard(payload, nameChannel)
      if (heard !== null) note(heard.channel, heard.change)
    },
    // What was missed meanwhile is asked for by the clock, as always.
    listening: () => undefined,
    alone: {
      lock: publishLock,
      ...(takeOverMs === undefined ? {} : { everyMs: takeOverMs }),
      is: (is) => {
        isAlone = is
        if (is) for (const [channel, { change }] of heardLately) publish(channel, change)
      },
    },
  })
  return {
    close: async () => {
      closed = true
      for (const { timer } of waiting.values()) if (timer !== null) clearTimeout(timer)
      waiting.clear()
      await stop()
    },
  }
}
