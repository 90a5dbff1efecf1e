import '../../domain/without-eval'
import { z } from 'zod'
import { problem, ProblemError } from '../../domain/problem'
import { idleAnswerSchema } from '../../domain/sync/idle-answer'
import { systemClock, type Clock } from '../../platform/clock'
import { askJson } from '../../platform/rest'
import { jsonCodec, openOutbox, type OutboxStore, type StoreEnvironment } from '../store'
import { outboxName } from '../store/tables'
import { lockName } from './leader'
import { isOpen } from './outbox-machine'
import {
  clientVersion,
  createVerdicts,
  envelopeOf,
  failedWhole,
  markSending,
  needsSignIn,
  type Verdict,
} from './push'
import { createConclude, createPace, sendLanes } from './send-lanes'

interface DeliverOptions {
  readonly environment: StoreEnvironment & { readonly indexedDB: IDBFactory }
  /** `POST /sync/deliver`. Rejects with ProblemError. */
  readonly post: (body: object) => Promise<unknown>
  readonly clientVersion: string
  readonly clock: Pick<Clock, 'now'>
  readonly report: (thrown: unknown, where: string) => void
}

const never = (): never => {
  throw new Error('Nothing is settled without its author')
}

const pass = async (outbox: OutboxStore, options: DeliverOptions): Promise<boolean> => {
  const { clock, report } = options
  const told = async (id: string) => z.string().safeParse(await outbox.meta(id)).data
  const [group, epoch] = [await told('group'), await told('epoch')]
  // This device never said hello: nothing of it is anybody's.
  if (group === undefined || epoch === undefined) return false
  const verdictsOf = createVerdicts({ command: () => undefined, report })
  const pace = createPace({ clock: { after: () => () => undefined }, random: () => 0 })
  const waitsForSignIn = new Set<string>()
  let hasFailed = false
  const conclude = createConclude({
    outbox,
    clock,
    pace,
    isMine: () => false,
    settle: never,
    epoch: async () => (await told('epoch')) ?? null,
    kept: () => undefined,
    report,
  })
  const deliver = async (
    wanted: Parameters<typeof markSending>[1],
  ): Promise<readonly Verdict[]> => {
    const { rows, sure } = await markSending(outbox, wanted, clock.now())
    if (rows.length === 0) return []
    try {
      const held = await outbox.ofLanes([...new Set(rows.map(({ lane }) => lane))])
      const mutations = rows.map((row) => envelopeOf(row, held, epoch))
      const { results } = idleAnswerSchema.parse(
        await options.post({ group, epoch, clientVersion: options.clientVersion, mutations }),
      )
      for (const { id, class: name, code } of results)
        if (name === 'EPOCH' || needsSignIn.includes(code)) waitsForSignIn.add(id)
      hasFailed ||= results.some(({ code }) => code === 'BUSY')
      return await verdictsOf(rows, results, null, epoch, sure)
    } catch (thrown) {
      hasFailed = true
      report(thrown, 'deliver-sealed')
      return failedWhole(rows, thrown)
    }
  }
  await sendLanes(new AbortController().signal, {
    clock,
    author: () => null,
    needsSignIn: () => waitsForSignIn,
    unsent: async () => (await outbox.all()).filter(({ state }) => isOpen(state)),
    deliver,
    conclude,
    sending: () => undefined,
    isStopped: () => false,
  })
  return hasFailed
}

/**
 * Delivers what waits on this device without any page and without a key: as a page does on which
 * nobody is signed in (docs/decisions/0016). The page reads what became of it when it is next open.
 * Makes no database. Rejects where the server could not be asked: it may be tried again.
 */
export const deliverSealed = async (options: DeliverOptions): Promise<void> => {
  const { indexedDB } = options.environment
  if (!(await indexedDB.databases()).some(({ name }) => name === outboxName)) return
  const outbox = openOutbox(options.environment)
  try {
    if (await pass(outbox, options)) throw new ProblemError(problem('network'))
  } finally {
    outbox.close()
  }
}

/**
 * Delivers, in the service worker, what waits on this device, unless a page does. Sent twice it would
 * be done once; but a page has the answer for its author at once. Rejects where it may be tried again.
 * @param address of `POST /sync/deliver`
 */
export const deliverInWorker = (address: string): Promise<void> =>
  navigator.locks.request(lockName, { ifAvailable: true }, async (lock) => {
    if (lock === null) return
    await deliverSealed({
      // Nothing is opened: what is sealed stays so.
      environment: { codec: jsonCodec, indexedDB },
      post: (body) =>
        askJson({ fetch: (url, init) => fetch(url, init), clock: systemClock }, address, body),
      clientVersion,
      clock: systemClock,
      // What failed is tried again by the browser, and told by the page that comes to it.
      report: () => undefined,
    })
  })
