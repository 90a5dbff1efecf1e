import type { Clock } from '../../platform/clock'
import { isOffline, type Connection, type Observable } from '../define'
import type { OutboxStore, StoredCommand } from '../store'
import { isOpen, stuckCode } from './outbox-machine'
import type { OutboxRows } from './outbox-rows'

/** What the server said: done; not done, with the reason in the list of waiting work; or nothing. */
type Answered = 'done' | 'not-done' | 'unknown'

/** The outbox of a page that nothing outlives: what is in it is safe once the server answered. */
export interface UnkeptOutbox {
  offline(): boolean
  has(id: string): Promise<boolean>
  /** Sends what waits, and resolves with the server's answer, or when nobody can say it now. */
  answered(id: string): Promise<Answered>
}

/** So long somebody waits for an answer while the connection seems to be there, milliseconds. */
const waitsMs = 30_000

const answerOf = (row: StoredCommand): Answered | null => {
  if (row.state === 'ACCEPTED') return 'done'
  if (isOpen(row.state)) return null
  return row.code === stuckCode || row.state === 'EXPIRED' ? 'unknown' : 'not-done'
}

export const createUnkeptOutbox = ({
  outbox,
  rows,
  connection,
  clock,
  isServerThere,
  send,
}: {
  readonly outbox: Pick<OutboxStore, 'all'>
  readonly rows: OutboxRows
  readonly connection: Observable<Connection>
  readonly clock: Pick<Clock, 'after'>
  /** Asks it. Never rejects. */
  readonly isServerThere: () => Promise<boolean>
  readonly send: () => void
}): UnkeptOutbox => {
  const offline = (): boolean => isOffline(connection.get())
  return {
    offline,
    has: async (id) => (await outbox.all()).some((row) => row.id === id),
    answered: (id) =>
      new Promise((resolve) => {
        const stops: (() => void)[] = []
        const end = (answered: Answered): void => {
          for (const stop of stops.splice(0)) stop()
          resolve(answered)
        }
        const look = (): void => {
          const row = rows.get()?.find((one) => one.id === id)
          const answer = row === undefined ? null : answerOf(row)
          if (answer !== null) end(answer)
        }
        let wasOffline = offline()
        const hear = (): void => {
          if (offline() && !wasOffline) end('unknown')
          wasOffline = offline()
        }
        stops.push(
          clock.after(waitsMs, () => end('unknown')),
          rows.subscribe(look),
          connection.subscribe(hear),
        )
        look()
        if (!wasOffline) send()
        else
          void isServerThere().then((isThere) => {
            if (isThere) send()
            else end('unknown')
          })
      }),
  }
}
