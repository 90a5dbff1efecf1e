import { newDeviceKey, newId, write } from '../server/sync/device'
import type { DeviceKey, Session, WireMutation } from '../server/sync/device'
import { fieldOf } from './line'
import type { Line } from './line'

// A tablet with an outbox, written from docs/sync-protocol.md alone: what a device keeps, sends,
// asks and sends again. It is what the kills, the restores and the benches write through. Nothing
// here is the portal's code.

/** A patient as somebody saw them when the form was opened. */
export interface SeenPatient {
  readonly id: string
  readonly name: string
  readonly birthDate: string
  readonly identifierLast4: string | null
}

/**
 * A command on the device: kept before it is sent, and kept after it was accepted, for a server
 * that is restored.
 */
export interface Kept {
  readonly wire: WireMutation
  readonly author: string
  readonly text: string
  /** `checking`: sent, and no answer came. */
  state: 'waiting' | 'checking' | 'accepted' | 'refused'
  code: string | null
  /** How often the device was told that it is done. */
  told: number
}

interface HelloAnswer {
  readonly epoch: string
  readonly sessionId: string
  readonly vaultKeyId: string
  readonly vaultPublicKey: string
  readonly serverTime: string
}
interface Result {
  readonly id: string
  readonly class: string
  readonly code: string | null
}

const hello =
  'query ($in: HelloIn!) { syncHello(in: $in) { epoch sessionId vaultKeyId vaultPublicKey serverTime } }'
const push = 'mutation ($in: PushIn!) { syncPush(in: $in) { epoch results { id class code } } }'
const outcomes =
  'query ($g: ID!, $ids: [ID!]!) { mutationOutcomes(group: $g, ids: $ids) { id class code } }'
const ack = 'mutation ($g: ID!, $ids: [ID!]!) { syncAckResults(group: $g, ids: $ids) }'

/** Commands in one push. */
const most = 10

/**
 * The two clocks of a device, in ms: the wall's may be wrong by a year, the other counts since it
 * was switched on.
 */
export interface DeviceClocks {
  wall(): number
  monotonic(): number
}

const thisComputer: DeviceClocks = { wall: () => Date.now(), monotonic: () => performance.now() }

/** A tablet of one group. */
export const createReferenceTablet = (line: Line, clocks: DeviceClocks = thisComputer) => {
  const group = `group-${newId()}`
  const sessions = new Map<string, Session>()
  const kept: Kept[] = []
  const byId = new Map<string, Kept>()
  const lanes = new Map<string, Kept[]>()
  const epochs: string[] = []
  /** What the server's clock showed when the monotonic one showed 0. */
  let serverZero: number | null = null
  const wall = (): string => new Date(clocks.wall()).toISOString()
  const estimate = (): string =>
    serverZero === null ? wall() : new Date(serverZero + clocks.monotonic()).toISOString()

  /**
   * Says hello, with the key that the session has. A new epoch puts everything that was accepted
   * back, in its old place.
   */
  const sayHello = async (user: string): Promise<void> => {
    const key: DeviceKey = sessions.get(user)?.key ?? (await newDeviceKey())
    const said = await line(
      hello,
      {
        in: {
          group,
          clientVersion: '3.15.0',
          schemaVersion: 1,
          devicePublicKey: key.publicKey,
          wallClock: wall(),
        },
      },
      user,
    )
    const { epoch, ...names } = fieldOf<HelloAnswer>(said, 'syncHello')
    sessions.set(user, { ...names, key })
    serverZero = Date.parse(names.serverTime) - clocks.monotonic()
    if (epochs.length > 0 && epochs.at(-1) !== epoch)
      for (const one of kept) if (one.state === 'accepted') one.state = 'waiting'
    if (epochs.at(-1) !== epoch) epochs.push(epoch)
  }

  let writing: Promise<unknown> = Promise.resolve()
  const seal = async (user: string, patient: SeenPatient, text: string): Promise<Kept> => {
    const session = sessions.get(user)
    if (session === undefined) throw new Error(`${user} did not sign in on this tablet`)
    const lane = lanes.get(patient.id) ?? []
    lanes.set(patient.id, lane)
    const wire = await write(session, {
      id: newId(),
      lane: patient.id,
      n: lane.length + 1,
      prev: lane.at(-1)?.wire.id ?? null,
      op: 'addPatientNote',
      plaintext: {
        op: 'addPatientNote',
        input: { patientId: patient.id, text },
        seenIdentity: {
          name: patient.name,
          birthDate: patient.birthDate,
          identifierLast4: patient.identifierLast4,
          revision: 1,
        },
        capturedAt: wall(),
        capturedAtEst: estimate(),
      },
    })
    const one: Kept = { wire, author: user, text, state: 'waiting', code: null, told: 0 }
    for (const list of [lane, kept]) list.push(one)
    byId.set(wire.id, one)
    return one
  }
  /**
   * Writes a note on a patient; it is on the device when this returns, whatever becomes of the
   * line. One after the other.
   */
  const note = (user: string, patient: SeenPatient, text: string): Promise<Kept> => {
    const mine = writing.then(() => seal(user, patient, text))
    writing = mine.catch(() => null)
    return mine
  }

  /** @returns whether that decided it. An answer of an epoch that is over says nothing any more. */
  const settle = ({ id, class: it, code }: Result): boolean => {
    const one = byId.get(id)
    if (one === undefined) return false
    if (it === 'APPLIED') {
      one.state = 'accepted'
      one.told += 1
      return true
    }
    // Another tab may have heard meanwhile that it is done.
    if (one.state === 'accepted') return false
    one.code = code
    one.state = it === 'REJECTED' || it === 'CONFLICT' ? 'refused' : 'waiting'
    return one.state === 'refused'
  }

  /**
   * Asks what became of everything that was sent without an answer. What the server does not know
   * waits again.
   */
  const check = async (user: string): Promise<void> => {
    const unsure = kept.filter(({ state }) => state === 'checking').slice(0, 100)
    if (unsure.length === 0) return
    const epoch = epochs.at(-1)
    const known = fieldOf<readonly Result[]>(
      await line(outcomes, { g: group, ids: unsure.map(({ wire }) => wire.id) }, user),
      'mutationOutcomes',
    )
    if (epoch !== epochs.at(-1)) return
    for (const one of unsure) if (one.state === 'checking') one.state = 'waiting'
    for (const result of known) settle(result)
  }

  /**
   * One delivery, as any of the tablet's users: outcomes first, then the next ten in the order in
   * which they were written. Throws where no answer came; what was sent is `checking` then.
   * @returns how many commands were decided.
   */
  const deliver = async (user: string): Promise<number> => {
    await check(user)
    const due = kept.filter(({ state }) => state === 'waiting').slice(0, most)
    const epoch = epochs.at(-1)
    if (due.length === 0 || epoch === undefined) return 0
    for (const one of due) one.state = 'checking'
    const { results } = fieldOf<{ results: readonly Result[] }>(
      await line(push, { in: { group, epoch, mutations: due.map(({ wire }) => wire) } }, user),
      'syncPush',
    )
    if (epoch !== epochs.at(-1)) return 0
    const decided = results.filter(settle)
    if (results.some(({ class: it }) => it === 'EPOCH')) await sayHello(user)
    // A lost acknowledgement is no harm: the answers are kept all the same.
    if (decided.length > 0)
      await line(ack, { g: group, ids: decided.map(({ id }) => id) }, user).catch(() => null)
    return decided.length
  }

  const isDone = (): boolean =>
    kept.every(({ state }) => state === 'accepted' || state === 'refused')
  return {
    group,
    kept,
    lanes: lanes as ReadonlyMap<string, readonly Kept[]>,
    epochs: epochs as readonly string[],
    sayHello,
    note,
    deliver,
    isDone,
  }
}
export type ReferenceTablet = ReturnType<typeof createReferenceTablet>
