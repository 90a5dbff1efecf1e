import type { Contact } from '../../src/domain/patient/contact'
import type { World } from './world'
import { epoch as dayBegins } from './device'

/**
 * What a command did; `text` is like no other's: the words of a note, of observations, of a task or for the next shift, the reason of a score or of
 * a request to measure again, the note of a call, a date, a telephone number or an address, or the command's own id.
 */
export interface Effect {
  readonly kind:
    | 'note'
    | 'acuity'
    | 'date'
    | 'watch'
    | 'contact'
    | 'observations'
    | 'repeat'
    | 'task'
    | 'handover'
    | 'call'
  readonly id: string
  readonly text: string
  readonly author: string
  readonly organization: string
  readonly patient: string
  readonly capturedAt: number
  readonly createdAt: number
  readonly revision: number
}

/** What is kept of a command: decided once, answered as often as it is asked. */
export interface KeptAnswer {
  readonly id: string
  readonly class: 'APPLIED' | 'CONFLICT' | 'REJECTED'
  readonly code: string | null
  readonly author: string
  readonly hash: string
  readonly effect: string | null
  readonly argErrors: readonly { readonly path: string; readonly message: string }[] | null
  readonly receivedAt: number
  readonly conflict: unknown
  /** What the patient's row said of contact details when it was decided. */
  readonly contact: Contact
  readonly about: { readonly organization: string; readonly patient: string }
}

export interface SessionRow {
  readonly id: string
  readonly publicKey: string
  readonly user: string
  readonly organization: string
  readonly group: string
  readonly createdAt: number
  readonly revokedAt: number | null
}

/** A change of what somebody may: from then on. */
export interface Grant {
  readonly at: number
  readonly is: boolean
}

/** What the server holds of a patient beside notes. */
export interface Care {
  /** Of the patient's rows, by the organisation's version. */
  readonly revision: number
  readonly date: string | null
  readonly dateRevision: number
  readonly dateBy: string | null
  readonly dateAt: number
  readonly acuity: {
    readonly id: string
    readonly score: number
    readonly reason: string
    readonly by: string
    readonly capturedAt: number
    readonly createdAt: number
  } | null
  readonly contact: Contact
  /** Users who watch the patient. */
  readonly watchers: readonly string[]
}
const untouched: Care = {
  revision: 0,
  date: null,
  dateRevision: 0,
  dateBy: null,
  dateAt: 0,
  acuity: null,
  contact: { telephone: null, address: null },
  watchers: [],
}

/**
 * Everything that a backup holds; values are never changed, only replaced, so that a copy of the
 * containers is a backup.
 */
export interface ServerState {
  epoch: string
  version: number
  effects: Effect[]
  answers: Map<string, KeptAnswer>
  sessions: Map<string, SessionRow>
  keks: Map<string, string>
  acting: Map<string, string>
  actionLog: { readonly entry: string; readonly hash: string }[]
  /** `user patient`: whether the user may open the patient. */
  opens: Map<string, readonly Grant[]>
  /** `user`: whether the user may add notes. */
  writes: Map<string, readonly Grant[]>
  /** `organization patient`. */
  care: Map<string, Care>
  /** What was given up on a device, and why, by command. */
  discards: Map<string, string>
  /** Client views, by group, user, scope and version. */
  views: Map<string, readonly string[]>
}

export const users: Readonly<Record<string, readonly string[]>> = {
  u1: ['A'],
  u2: ['A'],
  u3: ['A', 'B'],
}
export const patients: Readonly<Record<string, readonly string[]>> = {
  A: ['p1', 'p2', 'p3'],
  B: ['p4', 'p5'],
}

export const newState = (epoch: string): ServerState => ({
  epoch,
  version: 0,
  effects: [],
  answers: new Map(),
  sessions: new Map(),
  keks: new Map(),
  acting: new Map(),
  actionLog: [],
  opens: new Map(),
  writes: new Map(),
  views: new Map(),
  care: new Map(),
  discards: new Map(),
})

export const copyOf = (state: ServerState): ServerState => ({
  ...state,
  effects: [...state.effects],
  answers: new Map(state.answers),
  sessions: new Map(state.sessions),
  keks: new Map(state.keks),
  acting: new Map(state.acting),
  actionLog: [...state.actionLog],
  opens: new Map(state.opens),
  writes: new Map(state.writes),
  views: new Map(state.views),
  care: new Map(state.care),
  discards: new Map(state.discards),
})

export const careOf = (state: ServerState, organization: string, patient: string): Care =>
  state.care.get(`${organization} ${patient}`) ?? untouched

/** Whether it was so at an instant; so it was until somebody changed it. */
export const heldAt = (grants: readonly Grant[] | undefined, at: number): boolean =>
  grants?.findLast((grant) => grant.at <= at)?.is ?? true

/** Whether it was so during all of a while; null: for a part of it. */
export const heldDuring = (
  grants: readonly Grant[] | undefined,
  from: number,
  to: number,
): boolean | null => {
  const states = new Set([
    heldAt(grants, from),
    ...(grants ?? []).filter(({ at }) => at >= from && at <= to).map(({ is }) => is),
  ])
  return states.size > 1 ? null : states.has(true)
}

/** The server's clock, epoch milliseconds; it is the world's and never wrong. */
export const serverNow = (world: World): number => dayBegins + Math.floor(world.now())
export const iso = (ms: number): string => new Date(ms).toISOString()

/** 53 bits of a text. */
export const shortHash = (text: string): string => {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  return (4294967296 * (2097151 & (low ^ (low >>> 13))) + ((high ^ (high >>> 16)) >>> 0)).toString(
    36,
  )
}

/** Writes one entry behind the last: whoever changes one breaks the chain. */
export const logAction = (state: ServerState, entry: string): void => {
  const before = state.actionLog.at(-1)?.hash ?? ''
  state.actionLog.push({ entry, hash: shortHash(`${before} ${entry}`) })
}
/** Where the chain is broken; null: nowhere. */
export const brokenAt = (log: ServerState['actionLog']): number | null => {
  const at = log.findIndex(
    ({ entry, hash }, index) => hash !== shortHash(`${log[index - 1]?.hash ?? ''} ${entry}`),
  )
  return at < 0 ? null : at
}
