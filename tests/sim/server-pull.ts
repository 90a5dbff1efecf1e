import { base64Url } from './ciphers'
import { cardOf, meOf, noteOf, patientOf } from './server-rows'
import type { ServerBugs } from './server-push'
import {
  careOf,
  heldAt,
  iso,
  patients,
  serverNow,
  shortHash,
  type Effect,
  type ServerState,
} from './server-state'
import type { World } from './world'

interface Asked {
  readonly scope: string
  readonly cursor?: string | null
}
interface Patch {
  readonly scope: string
  readonly base: string
  readonly next: string
  readonly put: readonly object[]
  readonly remove: readonly object[]
  readonly more: boolean
  readonly moreOf: readonly string[] | null
}
interface One {
  readonly state: unknown
  readonly put: readonly object[]
  readonly remove: readonly object[]
  readonly more: boolean
  /** Absent where there is more: of any. */
  readonly moreOf?: readonly string[]
}
/**
 * How far a PATIENT scope is held: changes up to `v`; older notes than `older` are still to come
 * ('': none came yet; null: all did).
 */
interface PatientHeld {
  readonly v: number
  readonly older: string | null
  readonly p: number
}

export interface PullParts {
  readonly world: World
  readonly bugs: ServerBugs
  readonly state: () => ServerState
  readonly macSecret: string
  /** Most rows of one answer, beside what is asked for: small, so that pages are many. */
  readonly mostRows: number
  /** The database was put back, and a cursor proves it: another life of it begins. */
  readonly onAhead: () => void
}

/**
 * syncPull of the model: signed cursors, client views, pages (server/engine/pull.ts and its scopes
 * are the real ones).
 */
export const createPull = ({ world, bugs, state, macSecret, mostRows, onAhead }: PullParts) => {
  const writeCursor = (owner: string, held: unknown): string => {
    const body = base64Url(
      Buffer.from(JSON.stringify({ e: state().epoch, o: state().version, w: owner, s: held })),
    )
    return `${body}.${shortHash(`${macSecret} ${body}`)}`
  }
  const readCursor = (
    owner: string,
    cursor: string,
  ): { readonly e: string; readonly o: number; readonly s: unknown } | null => {
    const [body = '', mac] = cursor.split('.')
    if (mac !== shortHash(`${macSecret} ${body}`)) return null
    const read = JSON.parse(Buffer.from(body, 'base64url').toString()) as {
      readonly e: string
      readonly o: number
      readonly w: string
      readonly s: unknown
    }
    return read.w === owner ? read : null
  }
  const mayOpen = (user: string, patient: string): boolean =>
    heldAt(state().opens.get(`${user} ${patient}`), serverNow(world))
  const isCommitted = (effect: Effect): boolean =>
    bugs.sequenceBeforeCommit !== true ||
    effect.createdAt + (effect.revision % 3) * 900 <= serverNow(world)
  const newestFirst = (a: Effect, b: Effect): number =>
    b.capturedAt - a.capturedAt || (a.id < b.id ? 1 : -1)

  const me = (user: string, organization: string, from: string | null): One => {
    const row = meOf(user, organization, heldAt(state().writes.get(user), serverNow(world)))
    const hash = shortHash(JSON.stringify(row))
    return {
      state: hash,
      put: hash === from ? [] : [{ __typename: 'Me', ...row }],
      remove: [],
      more: false,
    }
  }
  const roster = (
    group: string,
    user: string,
    organization: string,
    from: number | null,
    budget: number,
  ): One | 'reset' => {
    const { views } = state()
    const name = (version: number): string => `${group} ${user} ${organization} ${version}`
    const held = from === null ? [] : views.get(name(from))
    if (held === undefined) return 'reset'
    const named = (id: string): string => `${id} ${careOf(state(), organization, id).revision}`
    const idOf = (name: string): string => name.split(' ')[0] ?? ''
    const now = (patients[organization] ?? []).filter((id) => mayOpen(user, id))
    const gone =
      bugs.forgetsRemovals === true ? [] : held.map(idOf).filter((id) => !now.includes(id))
    const fresh = now.filter((id) => !held.includes(named(id)))
    if (gone.length === 0 && fresh.length === 0 && from !== null)
      return { state: from, put: [], remove: [], more: false }
    const due = fresh.slice(0, budget)
    const version = views.size + 1
    views.set(name(version), [
      ...held.filter((one) => now.includes(idOf(one)) && !due.includes(idOf(one))),
      ...due.map(named),
    ])
    return {
      state: version,
      put: due.map((id) => cardOf(id, organization, user, careOf(state(), organization, id))),
      more: fresh.length > due.length,
      remove: gone.map((id) => ({
        __typename: 'Removed',
        type: 'VirtualWardPatient',
        id,
        reason: 'REVOKED',
        mergedInto: null,
      })),
    }
  }
  const patient = (
    user: string,
    organization: string,
    id: string,
    from: PatientHeld | null,
    budget: number,
  ): One | 'revoked' => {
    if (patients[organization]?.includes(id) !== true || !mayOpen(user, id)) return 'revoked'
    const all = state().effects.filter(
      (effect) =>
        effect.kind === 'note' &&
        effect.patient === id &&
        effect.organization === organization &&
        isCommitted(effect),
    )
    const care = careOf(state(), organization, id)
    const put: object[] =
      from?.p === care.revision ? [] : [patientOf(id, organization, user, care, serverNow(world))]
    const changed = from === null ? [] : all.filter(({ revision }) => revision > from.v)
    const due = changed.slice(0, Math.max(0, budget - put.length))
    put.push(...due.map(noteOf))
    const v =
      due.length < changed.length
        ? bugs.cursorAheadOfRows === true
          ? state().version
          : (due.at(-1)?.revision ?? from?.v ?? 0)
        : state().version
    if (due.length < changed.length)
      return {
        state: {
          v,
          older: from === null ? '' : from.older,
          p: care.revision,
        } satisfies PatientHeld,
        put,
        remove: [],
        more: true,
      }
    const sorted = all
      .filter(({ revision }) => from === null || revision <= from.v)
      .toSorted(newestFirst)
    const older =
      from === null
        ? sorted
        : from.older === null
          ? []
          : sorted.slice(sorted.findIndex((effect) => effect.id === from.older) + 1)
    const page = older.slice(0, Math.max(0, budget - put.length))
    put.push(...page.map(noteOf))
    const last = page.length === older.length ? null : (page.at(-1)?.id ?? from?.older ?? '')
    return {
      state: { v, older: last, p: care.revision } satisfies PatientHeld,
      put,
      remove: [],
      more: last !== null,
      moreOf: last === null ? [] : ['PatientNote'],
    }
  }

  const pullOne = (
    group: string,
    user: string,
    organization: string,
    asked: Asked,
    budget: number,
  ): { readonly patch: Patch } | 'revoked' | 'reset' | 'ahead' => {
    const [, kind = '', subject = ''] = /^(ROSTER|PATIENT|ME):(.+)$/.exec(asked.scope) ?? []
    const owner = `${asked.scope} ${user} ${organization} ${group}`
    const base = asked.cursor ?? ''
    const read = base === '' ? null : readCursor(owner, base)
    if (base !== '' && (read === null || read.e !== state().epoch)) return 'reset'
    if (read !== null && read.o > state().version) return 'ahead'
    if (kind !== 'PATIENT' && subject !== organization) return 'revoked'
    const from = read?.s ?? null
    const one =
      kind === 'ME'
        ? me(user, organization, from as string | null)
        : kind === 'ROSTER'
          ? roster(group, user, organization, from as number | null, budget)
          : kind === 'PATIENT'
            ? patient(user, organization, subject, from as PatientHeld | null, budget)
            : 'revoked'
    if (typeof one === 'string') return one
    const isSame =
      read !== null &&
      one.put.length === 0 &&
      one.remove.length === 0 &&
      JSON.stringify(one.state) === JSON.stringify(read.s)
    return {
      patch: {
        scope: asked.scope,
        base,
        next: isSame ? base : writeCursor(owner, one.state),
        put: one.put,
        remove: one.remove,
        more: one.more,
        moreOf: one.moreOf ?? null,
      },
    }
  }

  return (
    user: string,
    organization: string,
    given: {
      readonly group: string
      readonly epoch: string
      readonly cursors: readonly Asked[]
      readonly limit?: number | null
    },
  ) => {
    const empty = {
      epoch: state().epoch,
      asOf: iso(serverNow(world)),
      scopes: [] as Patch[],
      revokedScopes: [] as string[],
      resetScopes: [] as string[],
      more: false,
    }
    const reset = () => ({
      ...empty,
      epoch: state().epoch,
      scopes: [],
      resetScopes: given.cursors.map(({ scope }) => scope),
      more: false,
    })
    if (given.epoch !== state().epoch) return reset()
    let left = Math.min(given.limit ?? 500, mostRows)
    for (const asked of given.cursors) {
      if (left <= 0) {
        empty.more = true
        break
      }
      const one = pullOne(given.group, user, organization, asked, left)
      if (one === 'ahead') {
        onAhead()
        return reset()
      }
      if (one === 'revoked') empty.revokedScopes.push(asked.scope)
      else if (one === 'reset') empty.resetScopes.push(asked.scope)
      else {
        empty.scopes.push(one.patch)
        left -= one.patch.put.length
        empty.more ||= one.patch.more
      }
    }
    return empty
  }
}
