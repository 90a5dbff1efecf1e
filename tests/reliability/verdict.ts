import { firstBrokenAction } from '../../server/db/action-log'
import type { Database } from '../../server/db/database'
import type { ReferenceReader } from './reference-reader'
import type { ReferenceTablet } from './reference-tablet'

/**
 * What the devices were told, compared with what the database holds. All zero is right; `written`
 * and `accepted` count.
 */
export interface Verdict {
  readonly written: number
  /** Told that it is done. */
  readonly accepted: number
  /** Told that it is done, and not there as it was written. */
  readonly lost: number
  /** There more than once, or nobody wrote it. */
  readonly doubled: number
  /** Neighbours of a lane whose effects stand in the other order. */
  readonly orderBreaks: number
  /** Refused, or still undecided after everything was sent. */
  readonly undone: number
  /** Commands without exactly one entry in the action log, one stored answer and one change. */
  readonly unaccounted: number
  /** First entry of the action log that does not fit its chain; 0: the chain holds. */
  readonly brokenChainAt: number
  /** Notes that a device which pulled all the time does not hold. */
  readonly skippedByPulls: number
  /** Epochs that began though nothing was restored. */
  readonly needlessEpochs: number
}

const countBy = <T>(items: readonly T[], key: (item: T) => string): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1)
  return counts
}

/** Compares tablets and a reader of organisation w with its database. */
export async function judge(
  database: Database,
  tablets: readonly ReferenceTablet[],
  reader: ReferenceReader | null,
): Promise<Verdict> {
  const { kysely } = database
  const notes = await kysely
    .selectFrom('patient_note')
    .select(['id', 'text', 'created_by', 'patient_id', 'revision'])
    .where('organization_id', '=', 'w')
    .execute()
  const byId = new Map(notes.map((note) => [note.id, note]))
  const all = tablets.flatMap(({ kept }) => kept)
  const accepted = all.filter(({ state }) => state === 'accepted')
  const isThere = ({ wire, text, author }: (typeof all)[number]): boolean => {
    const note = byId.get(wire.id)
    return (
      note !== undefined &&
      note.text === text &&
      note.created_by === author &&
      note.patient_id === wire.lane
    )
  }
  const ids = new Set(all.map(({ wire }) => wire.id))
  const texts = countBy(notes, ({ text }) => text)
  const entries = countBy(
    await kysely
      .selectFrom('action_log')
      .select('entity_id')
      .where('action', '=', 'addPatientNote')
      .execute(),
    ({ entity_id }) => entity_id ?? '',
  )
  const answers = countBy(
    await kysely.selectFrom('sync_mutation').select('id').where('class', '=', 'APPLIED').execute(),
    ({ id }) => id,
  )
  const changes = countBy(
    await kysely
      .selectFrom('change')
      .select('entity_id')
      .where('entity', '=', 'patient_note')
      .execute(),
    ({ entity_id }) => entity_id,
  )
  const lanes = tablets.flatMap((tablet) => [...tablet.lanes.values()])
  const held = reader?.held()
  return {
    written: all.length,
    accepted: accepted.length,
    lost: accepted.filter((one) => !isThere(one)).length,
    doubled: notes.filter(({ id, text }) => !ids.has(id) || texts.get(text) !== 1).length,
    orderBreaks: lanes.reduce((sum, lane) => {
      const revisions = lane.flatMap(({ wire }) => byId.get(wire.id)?.revision ?? [])
      return (
        sum +
        revisions.filter((revision, index) => index > 0 && revision <= (revisions[index - 1] ?? 0))
          .length
      )
    }, 0),
    undone: all.length - accepted.length,
    unaccounted: accepted.filter(
      ({ wire: { id } }) => entries.get(id) !== 1 || answers.get(id) !== 1 || changes.get(id) !== 1,
    ).length,
    brokenChainAt: (await database.asSystem((trx) => firstBrokenAction(trx, 'w'))) ?? 0,
    skippedByPulls: held === undefined ? 0 : notes.filter(({ id }) => !held.has(id)).length,
    needlessEpochs: tablets.reduce((sum, { epochs }) => sum + Math.max(0, epochs.length - 1), 0),
  }
}

/** What a verdict without fault looks like, beside its counts. */
export const faultless = {
  lost: 0,
  doubled: 0,
  orderBreaks: 0,
  undone: 0,
  unaccounted: 0,
  brokenChainAt: 0,
  skippedByPulls: 0,
  needlessEpochs: 0,
} as const
