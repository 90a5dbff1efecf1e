import { z } from 'zod'
import type { EntityType } from '../../schema/generated/resolvers'
import { scopeKinds } from '../../src/domain/sync/scopes'
import { changeHeads, idsOf, olderIds } from '../db/subject-rows'
import type { Scope } from '../graphql/scope'
import type { Entity } from './entities'
import { contentHash } from './scope-pull'
import type { Removed, ScopeKind } from './scope-pull'
import { changesSince } from './subject-changes'
import type { Reached } from './subject-changes'
import { countedSchema } from './subject-parts'
import type { Counted, CountedPart, SubjectParts } from './subject-parts'

/** How far a device has come with a record. */
interface State {
  readonly reached: Reached
  /** By part, the oldest row that is held: '' where none is yet, null when there are no older ones. */
  readonly oldest: Readonly<Record<string, string | null>>
  /** By part; null: nothing of it is held. */
  readonly counted: Readonly<Record<string, Counted | null>>
  /** The subject's row as held. */
  readonly row: string
  /**
   * What the subject and the names in the record were at: as long as it is the same, nothing can
   * have changed.
   */
  readonly seen: string
  /** How much of the record was open. */
  readonly extent: string
}

const byKey = <Part extends { readonly key: string }, Value>(
  parts: readonly Part[],
  valueOf: (part: Part) => Value,
): Record<string, Value> => Object.fromEntries(parts.map((part) => [part.key, valueOf(part)]))

const baseSchema = z.object({
  h: z.record(z.string(), z.number()),
  p: z.string(),
  s: z.string(),
  x: z.string().default(''),
})

/**
 * A cursor has one key a part beside its own four. A part that is new is wholly lacking in cursors
 * of before, which stay good.
 */
const stateOf = ({ logged, counted }: SubjectParts): z.ZodType<State> => {
  const oldestSchema = z.object(byKey(logged, () => z.string().nullable().default('')))
  const heldSchema = z.object(byKey(counted, () => countedSchema.nullable().default(null)))
  return z.codec(z.looseObject(baseSchema.shape), z.custom<State>(), {
    decode(cursor, context) {
      const oldest = oldestSchema.safeParse(cursor)
      const held = heldSchema.safeParse(cursor)
      if (!oldest.success || !held.success) {
        context.issues.push({
          code: 'custom',
          message: 'Not a cursor of these parts',
          input: cursor,
        })
        return z.NEVER
      }
      const { h: reached, p: row, s: seen, x: extent } = cursor
      return { reached, oldest: oldest.data, counted: held.data, row, seen, extent }
    },
    encode: ({ reached, oldest, counted: held, row, seen, extent }) => ({
      h: reached,
      ...oldest,
      ...held,
      p: row,
      s: seen,
      x: extent,
    }),
  })
}

interface Standing {
  readonly reached: Reached
  /** By part; null: it is not the user's to see. */
  readonly counters: Readonly<Record<string, number | null>>
  readonly seen: string
}

/**
 * Where all that a record is made of is now. Read before any row: all that is at or below it is
 * committed and will be seen.
 */
async function standingOf(
  { logged, counted }: SubjectParts,
  scope: Scope,
  subjectId: string,
): Promise<Standing> {
  const heads = await changeHeads(
    scope.trx,
    subjectId,
    logged.map(({ table }) => table),
  )
  const counters: Record<string, number | null> = {}
  for (const part of counted) counters[part.key] = await part.head(scope, subjectId)
  return {
    counters,
    reached: Object.fromEntries(
      heads.flatMap(({ organization_id, head }) =>
        organization_id === null || head === null ? [] : [[organization_id, head] as const],
      ),
    ),
    seen: contentHash([
      ...Object.values(counters),
      ...heads.map(({ names, organization_id, newest }) => [names, organization_id, newest]),
    ]),
  }
}

const isWhole = ({ oldest, counted }: State): boolean =>
  Object.values(oldest).every((last) => last === null) &&
  Object.values(counted).every((held) => held === null || held.c === null)

/** The entities of which a device that has come so far does not hold all. */
const lackingOf = (
  { logged, counted }: SubjectParts,
  { oldest, counted: held }: Pick<State, 'oldest' | 'counted'>,
  { counters }: Standing,
): EntityType[] => [
  ...logged.filter(({ key }) => oldest[key] !== null).map(({ type }) => type),
  ...counted
    .filter(({ key }) => {
      const head = counters[key] ?? null
      const here = held[key] ?? null
      return head !== null && (here === null || here.c !== null || here.v < head)
    })
    .map(({ type }) => type),
]

/** Rows that were the user's to see and are no longer: all are named, whichever a device has. */
async function lostRows(
  counted: readonly CountedPart[],
  scope: Scope,
  subjectId: string,
  from: State | null,
  { counters }: Standing,
): Promise<Removed[]> {
  const lost: Removed[] = []
  for (const { key, type, ids } of counted) {
    if (counters[key] !== null || (from?.counted[key] ?? null) === null) continue
    for (const id of await ids(scope, subjectId))
      lost.push({ type, id, reason: 'REVOKED', mergedInto: null })
  }
  return lost
}

/** What an answer holds so far. */
const createAnswer = (budget: number) => {
  const put: Entity[] = []
  let weight = 0
  return {
    put,
    weight: () => weight,
    room: () => budget - weight,
    add(rows: readonly Entity[], each = 1): void {
      put.push(...rows)
      weight += rows.length * each
    },
  }
}

/** The record of one subject: their row, then the rows of each part, newest first; what is new first. */
export const subjectScope = (parts: SubjectParts): ScopeKind<State> => ({
  kind: scopeKinds.subject,
  state: stateOf(parts),
  async pull({ scope, subject: subjectId }, from, budget) {
    const { subject, logged, counted } = parts
    const allowed = await subject.mayPull(scope, subjectId)
    if (allowed === null) return 'revoked'
    const { endsAt, extent } = allowed
    // Rows that are no longer open are in no list of changes, and neither are those that are open since.
    if (from !== null && from.extent !== extent) return 'reset'
    const standing = await standingOf(parts, scope, subjectId)
    if (from !== null && from.seen === standing.seen && isWhole(from))
      return { state: from, put: [], remove: [], more: false, endsAt }
    const answer = createAnswer(budget)
    const { row, content } = await subject.read(scope, subjectId)
    const hash = contentHash(content)
    if (hash !== from?.row) answer.add([row])

    const remove = await lostRows(counted, scope, subjectId, from, standing)
    const { changes, reached, more } =
      from === null
        ? { changes: [], reached: standing.reached, more: false }
        : await changesSince(
            scope.trx,
            subjectId,
            logged.map(({ table }) => table),
            from.reached,
            standing.reached,
            answer.room(),
          )
    for (const { table, read } of logged) {
      const ids = changes.filter(({ entity }) => entity === table).map((change) => change.entity_id)
      answer.add(await read(scope, [...new Set(ids)]))
    }
    const held: State = {
      reached,
      oldest: from === null ? byKey(logged, () => '') : from.oldest,
      counted: byKey(counted, ({ key }) =>
        standing.counters[key] === null ? null : (from?.counted[key] ?? null),
      ),
      row: hash,
      seen: more ? '' : standing.seen,
      extent,
    }
    if (more) return { state: held, put: answer.put, weight: answer.weight(), remove, more, endsAt }
    const filling = { from, held, answer, standing }
    const first = await addFirst(parts, scope, subjectId, filling)
    const oldest = await addOlder(parts, scope, subjectId, filling, first.oldest)
    const heldNow = await addCounted(parts, scope, subjectId, filling, first)
    const moreOf = lackingOf(parts, { oldest, counted: heldNow }, standing)
    const isMore = moreOf.length > 0
    return {
      state: { ...held, oldest, counted: heldNow, seen: isMore ? '' : held.seen },
      put: answer.put,
      weight: answer.weight(),
      remove,
      more: isMore,
      moreOf,
      endsAt,
    }
  },
  older: {
    givenAs: (type) =>
      [...parts.logged, ...parts.counted].find((part) => part.type === type)?.givenAs,
    async read({ scope, subject: subjectId }, type, wanted) {
      if ((await parts.subject.mayPull(scope, subjectId)) === null) return null
      const logged = parts.logged.find((part) => part.type === type)
      if (logged !== undefined) {
        const ids = await idsOf(scope.trx, logged, subjectId, wanted)
        return 'ids' in wanted && ids.length === 0 ? null : logged.read(scope, ids)
      }
      const counted = parts.counted.find((part) => part.type === type)
      return counted === undefined ||
        'ids' in wanted ||
        (await counted.head(scope, subjectId)) === null
        ? null
        : counted.of(scope, subjectId, wanted)
    },
  },
})

interface Filling {
  readonly from: State | null
  readonly held: State
  readonly answer: ReturnType<typeof createAnswer>
  readonly standing: Standing
}

/** How far a device is with the parts of which it had nothing. */
interface First {
  readonly oldest: State['oldest']
  /** By part; those of which it had something are not here. */
  readonly counted: Readonly<Record<string, Counted>>
}

/**
 * Adds a little of each part of which nothing is held, before the history of any: where there is not
 * room for all of that, the same share of each, and a row at least.
 */
async function addFirst(
  { logged, counted }: SubjectParts,
  scope: Scope,
  subjectId: string,
  { held, answer, standing }: Filling,
): Promise<First> {
  const newLogged = logged.filter(({ key }) => held.oldest[key] === '')
  const newCounted = counted.flatMap((part) => {
    const head = standing.counters[part.key] ?? null
    return head === null || (held.counted[part.key] ?? null) !== null ? [] : [{ part, head }]
  })
  const wanted =
    newLogged.reduce((sum, { first }) => sum + first, 0) +
    newCounted.reduce((sum, { part }) => sum + part.first * part.weight, 0)
  const share = Math.min(1, answer.room() / Math.max(1, wanted))
  const few = (first: number) => Math.max(1, Math.floor(first * share))
  const oldest: Record<string, string | null> = { ...held.oldest }
  for (const part of newLogged) {
    const take = Math.min(few(part.first), answer.room())
    if (take <= 0) continue
    const ids = await olderIds(scope.trx, part, subjectId, '', take)
    answer.add(await part.read(scope, ids))
    oldest[part.key] = ids.length < take ? null : (ids.at(-1) ?? null)
  }
  const begun: Record<string, Counted> = {}
  for (const { part, head } of newCounted) {
    if (answer.room() <= 0) continue
    const found = await part.since(scope, subjectId, null, head, few(part.first))
    answer.add(found.rows, part.weight)
    begun[part.key] = found.held
  }
  return { oldest, counted: begun }
}

/** Adds older rows of each part as far as there is room. @returns the oldest that is then held. */
async function addOlder(
  { logged }: SubjectParts,
  scope: Scope,
  subjectId: string,
  { from, answer }: Filling,
  held: State['oldest'],
): Promise<State['oldest']> {
  // A first answer is soon there.
  if (from === null) return held
  const oldest: Record<string, string | null> = { ...held }
  for (const part of logged) {
    const take = answer.room()
    const last = oldest[part.key] ?? null
    if (last === null || last === '' || take <= 0) continue
    const ids = await olderIds(scope.trx, part, subjectId, last, take)
    answer.add(await part.read(scope, ids))
    oldest[part.key] = ids.length < take ? null : (ids.at(-1) ?? null)
  }
  return oldest
}

/** Adds rows of the parts with counters of their own, one at least, or none would ever come. */
async function addCounted(
  { counted }: SubjectParts,
  scope: Scope,
  subjectId: string,
  { held, answer, standing }: Filling,
  first: First,
): Promise<State['counted']> {
  const all: Record<string, Counted | null> = { ...held.counted }
  for (const { key, weight, since } of counted) {
    const head = standing.counters[key] ?? null
    if (head === null) continue
    const begun = first.counted[key]
    if (begun !== undefined) {
      all[key] = begun
      continue
    }
    if (answer.room() <= 0) continue
    const most = Math.max(1, Math.floor(answer.room() / weight))
    const found = await since(scope, subjectId, all[key] ?? null, head, most)
    answer.add(found.rows, weight)
    all[key] = found.held
  }
  return all
}
