import { createHash, randomUUID } from 'node:crypto'
import { sql, type Updateable } from 'kysely'
import { may } from '../../../src/domain/access/may'
import type { CallSide } from '../../../src/domain/video-call/paths'
import {
  mostOpenRooms,
  roomMs,
  type CallEnd,
  type CallHeard,
  type CallSignal,
  type CallStanding,
} from '../../../src/domain/video-call/video-call'
import { isoNow, type Clock } from '../../clock'
import type { Database, Trx } from '../../db/database'
import type { Tables } from '../../db/tables'
import { findActing } from '../../graphql/acting'
import type { Scope } from '../../graphql/scope'

/** The channel of PostgreSQL on which servers tell each other that something was said in a room, by its id alone. */
export const callChannel = 'lamplight_video_call'

/** Any number that no other lock of two numbers begins with. */
const roomLock = 718_204_561

/** A page of which its server said nothing for so long has gone, milliseconds. */
const seatMs = 20_000

/** A room that is over is known for so long, milliseconds: its links then say that it is over. */
const keptMs = 24 * 3_600_000

/** What one page may leave for another that does not hear, messages. */
const mostWaiting = 200

/** What is kept of a link's token: nobody who reads the table has the link. */
export const callTokenHash = (token: string): string =>
  createHash('sha256').update(token).digest('base64url')

/** Until the transaction ends, nobody else makes a room. @returns whether there is room for one more */
export const holdPlace = async ({ trx, acting, clock }: Scope): Promise<boolean> => {
  await sql`select pg_advisory_xact_lock(${roomLock}::int, hashtext(${acting.organizationId}))`.execute(
    trx,
  )
  const { open } = await trx
    .selectFrom('video_call_room')
    .select(sql<number>`count(*)::int`.as('open'))
    .where('organization_id', '=', acting.organizationId)
    .where('ended_at', 'is', null)
    .where('ends_at', '>', isoNow(clock))
    .executeTakeFirstOrThrow()
  return open < mostOpenRooms
}

/** Keeps a new room. @param hashes of its tokens, which are not kept */
export const insertRoom = async (
  { trx, acting, clock }: Scope,
  room: { readonly id: string; readonly patientId: string; readonly hasWaitingRoom: boolean },
  hashes: Readonly<Record<CallSide, string>>,
): Promise<void> => {
  await trx
    .insertInto('video_call_room')
    .values({
      id: room.id,
      organization_id: acting.organizationId,
      patient_id: room.patientId,
      user_id: acting.userId,
      host_hash: hashes.host,
      patient_hash: hashes.patient,
      waiting_room: room.hasWaitingRoom,
      created_at: isoNow(clock),
      ends_at: new Date(clock.now() + roomMs).toISOString(),
      admitted_at: room.hasWaitingRoom ? null : isoNow(clock),
    })
    .execute()
}

/** Whether the acting organisation has a room of that id. */
export const hasRoom = async ({ trx, acting }: Scope, id: string): Promise<boolean> =>
  (await trx
    .selectFrom('video_call_room')
    .select('id')
    .where('id', '=', id)
    .where('organization_id', '=', acting.organizationId)
    .executeTakeFirst()) !== undefined

/** A room as one of its links opens it. */
export interface OpenedRoom {
  readonly id: string
  readonly side: CallSide
  readonly organizationName: string
  readonly edition: 'en-GB' | 'en-US'
  readonly hasWaitingRoom: boolean
  readonly isAdmitted: boolean
  /** Who sits in it now, by side. */
  readonly seats: Readonly<Record<CallSide, string | null>>
  readonly streams: Readonly<Record<CallSide, string | null>>
}

/** Rooms are met by their tokens, by people who are nobody's users: with the server's own rights. */
const roomBy = async (
  trx: Trx,
  by: { readonly token: string } | { readonly id: string; readonly side: CallSide },
  nowMs: number,
): Promise<OpenedRoom | 'over' | null> => {
  const hash = 'token' in by ? callTokenHash(by.token) : null
  const row = await trx
    .selectFrom('video_call_room as r')
    .innerJoin('organization as o', 'o.id', 'r.organization_id')
    .innerJoin('patient as p', 'p.id', 'r.patient_id')
    .leftJoin('patient_organization as po', (on) =>
      on
        .onRef('po.patient_id', '=', 'r.patient_id')
        .onRef('po.organization_id', '=', 'r.organization_id'),
    )
    .select([
      'r.id',
      'r.host_hash',
      'r.waiting_room',
      'r.admitted_at',
      'r.ends_at',
      'r.ended_at',
      'r.host_seat',
      'r.host_stream',
      'r.host_seen_at',
      'r.patient_seat',
      'r.patient_stream',
      'r.patient_seen_at',
      'o.name',
      'o.edition',
      'p.deleted_at',
      'po.patient_id as linked',
    ])
    .$if(hash !== null, (query) =>
      query.where((where) =>
        where.or([where('r.host_hash', '=', hash), where('r.patient_hash', '=', hash)]),
      ),
    )
    .$if('id' in by, (query) => query.where('r.id', '=', 'id' in by ? by.id : ''))
    .forUpdate('r')
    .executeTakeFirst()
  if (row === undefined) return null
  const isOver =
    row.ended_at !== null ||
    Date.parse(row.ends_at) <= nowMs ||
    row.deleted_at !== null ||
    row.linked === null
  if (isOver) return 'over'
  const sits = (seat: string | null, seenAt: string | null): string | null =>
    seenAt !== null && Date.parse(seenAt) > nowMs - seatMs ? seat : null
  return {
    id: row.id,
    side: 'side' in by ? by.side : row.host_hash === hash ? 'host' : 'patient',
    organizationName: row.name,
    edition: row.edition,
    hasWaitingRoom: row.waiting_room,
    isAdmitted: row.admitted_at !== null,
    seats: {
      host: sits(row.host_seat, row.host_seen_at),
      patient: sits(row.patient_seat, row.patient_seen_at),
    },
    streams: { host: row.host_stream, patient: row.patient_stream },
  }
}

type RoomColumns = Updateable<Tables['video_call_room']>
const seated = (side: CallSide, seat: string, stream: string, at: string): RoomColumns =>
  side === 'host'
    ? { host_seat: seat, host_stream: stream, host_seen_at: at }
    : { patient_seat: seat, patient_stream: stream, patient_seen_at: at }
const empty = (side: CallSide): RoomColumns =>
  side === 'host'
    ? { host_seat: null, host_stream: null, host_seen_at: null }
    : { patient_seat: null, patient_stream: null, patient_seen_at: null }
const streamOf = (side: CallSide) => (side === 'host' ? 'host_stream' : 'patient_stream')

const change = (trx: Trx, id: string, set: RoomColumns): Promise<unknown> =>
  trx.updateTable('video_call_room').set(set).where('id', '=', id).execute()

/** Tells every server, at commit. */
const tell = (trx: Trx, id: string): Promise<unknown> =>
  sql`select pg_notify(${callChannel}, ${id})`.execute(trx)

const otherOf = (side: CallSide): CallSide => (side === 'host' ? 'patient' : 'host')

/** Notes that the call began, once both are there and the patient was let in. */
const noteStart = async (trx: Trx, id: string, at: string): Promise<void> => {
  await trx
    .updateTable('video_call_room')
    .set({ started_at: at })
    .where('id', '=', id)
    .where('started_at', 'is', null)
    .where('admitted_at', 'is not', null)
    .where('host_seat', 'is not', null)
    .where('patient_seat', 'is not', null)
    .execute()
}

/** What a room is asked with. */
export interface RoomParts {
  readonly database: Pick<Database, 'asSystem' | 'kysely'>
  readonly clock: Clock
}

/**
 * Whether whoever made the room may still start a video call: their rooms are as good as that, and are asked at each look and
 * at each arrival.
 */
const mayMakerStill = async ({ database }: RoomParts, roomId: string): Promise<boolean> => {
  const room = await database.kysely
    .selectFrom('video_call_room')
    .select(['user_id', 'organization_id'])
    .where('id', '=', roomId)
    .executeTakeFirst()
  if (room === undefined) return false
  const maker = await findActing(database, room.user_id, room.organization_id)
  return !('kind' in maker) && may(maker.principal, 'video-call.start')
}

/** The room that a link opens; 'over': it was one; null: nobody's link. */
export const lookAtRoom = async (
  parts: RoomParts,
  token: string,
): Promise<OpenedRoom | 'over' | null> => {
  const room = await parts.database.asSystem((trx) => roomBy(trx, { token }, parts.clock.now()))
  if (room === null || room === 'over') return room
  return (await mayMakerStill(parts, room.id)) ? room : 'over'
}

/** Who sits in which room, and by which stream they listen. */
export interface Sitting {
  readonly roomId: string
  readonly side: CallSide
  readonly seat: string
  readonly stream: string
}

/**
 * Takes the seat of a link's side. @returns 'taken' where another page sits there; 'over', null: as lookAtRoom
 */
export const takeSeat = async (
  parts: RoomParts,
  token: string,
  seat: string,
): Promise<Sitting | CallEnd | null> => {
  const looked = await lookAtRoom(parts, token)
  if (looked === null || looked === 'over') return looked
  return parts.database.asSystem(async (trx) => {
    const at = isoNow(parts.clock)
    const room = await roomBy(trx, { token }, parts.clock.now())
    if (room === null || room === 'over') return room
    const sitting = room.seats[room.side]
    if (sitting !== null && sitting !== seat) return 'taken'
    const stream = randomUUID()
    await change(trx, room.id, seated(room.side, seat, stream, at))
    await noteStart(trx, room.id, at)
    await tell(trx, room.id)
    return { roomId: room.id, side: room.side, seat, stream }
  })
}

/** Gives a seat up, unless it is another stream's by now. */
export const leaveSeat = (
  { database }: RoomParts,
  { roomId, side, seat, stream }: Sitting,
): Promise<void> =>
  database.asSystem(async (trx) => {
    const left = await trx
      .updateTable('video_call_room')
      .set(empty(side))
      .where('id', '=', roomId)
      .where(streamOf(side), '=', stream)
      .executeTakeFirst()
    if (left.numUpdatedRows === 0n) return
    await trx
      .deleteFrom('video_call_signal')
      .where('room_id', '=', roomId)
      .where((where) => where.or([where('from_seat', '=', seat), where('to_seat', '=', seat)]))
      .execute()
    await tell(trx, roomId)
  })

/** Says that a page is still open. */
export const keepSeat = ({ database, clock }: RoomParts, sitting: Sitting): Promise<void> =>
  database.asSystem(async (trx) => {
    const { roomId, side, seat, stream } = sitting
    await trx
      .updateTable('video_call_room')
      .set(seated(side, seat, stream, isoNow(clock)))
      .where('id', '=', roomId)
      .where(streamOf(side), '=', stream)
      .execute()
  })

/** What is for a page now: how the room stands, and what the other page told it, which is handed on once. */
export const hear = (
  { database, clock }: RoomParts,
  { roomId, side, seat, stream }: Sitting,
): Promise<{
  readonly standing: CallStanding | null
  readonly ended: CallEnd | null
  readonly signals: readonly Extract<CallHeard, { readonly from: string }>[]
}> =>
  database.asSystem(async (trx) => {
    const room = await roomBy(trx, { id: roomId, side }, clock.now())
    if (room === null || room === 'over') return { standing: null, ended: 'over', signals: [] }
    if (room.streams[side] !== stream) return { standing: null, ended: 'taken', signals: [] }
    const rows = await trx
      .deleteFrom('video_call_signal')
      .where('room_id', '=', roomId)
      .where('to_seat', '=', seat)
      .returning(['id', 'from_seat', 'body'])
      .execute()
    return {
      standing: { isAdmitted: room.isAdmitted, other: room.seats[otherOf(side)] },
      ended: null,
      signals: rows
        .toSorted((a, b) => Number(a.id) - Number(b.id))
        .map(({ from_seat: from, body }) => ({ from, signal: body as CallSignal })),
    }
  })

/** What somebody may not do in a room. */
export type Unsaid = 'unknown' | 'over' | 'not-seated' | 'not-theirs' | 'too-much'

/**
 * Does what a page in a room says. @returns why nothing was done; null: it was
 */
export const sayInRoom = (
  { database, clock }: RoomParts,
  token: string,
  said:
    | { readonly kind: 'admit' | 'leave' | 'end'; readonly seat: string }
    | {
        readonly kind: 'signal'
        readonly seat: string
        readonly to: string
        readonly signal: CallSignal
      },
): Promise<Unsaid | null> =>
  database.asSystem(async (trx): Promise<Unsaid | null> => {
    const room = await roomBy(trx, { token }, clock.now())
    if (room === null) return 'unknown'
    if (room === 'over') return 'over'
    const { id, side, seats, isAdmitted } = room
    if (seats[side] !== said.seat) return 'not-seated'
    const at = isoNow(clock)
    switch (said.kind) {
      case 'admit':
        if (side !== 'host') return 'not-theirs'
        if (!isAdmitted) await change(trx, id, { admitted_at: at })
        await noteStart(trx, id, at)
        break
      case 'end':
        if (side !== 'host') return 'not-theirs'
        await change(trx, id, { ended_at: at })
        await trx.deleteFrom('video_call_signal').where('room_id', '=', id).execute()
        break
      case 'leave':
        await change(trx, id, empty(side))
        await trx.deleteFrom('video_call_signal').where('room_id', '=', id).execute()
        break
      case 'signal': {
        // Who waits is heard by nobody, and hears nobody.
        if (!isAdmitted) return 'not-theirs'
        // The other page has gone: nobody is left whom it could reach.
        if (seats[otherOf(side)] !== said.to) return null
        const { waiting } = await trx
          .selectFrom('video_call_signal')
          .select(sql<number>`count(*)::int`.as('waiting'))
          .where('room_id', '=', id)
          .executeTakeFirstOrThrow()
        if (waiting >= mostWaiting) return 'too-much'
        await trx
          .insertInto('video_call_signal')
          .values({
            room_id: id,
            from_seat: said.seat,
            to_seat: said.to,
            body: JSON.stringify(said.signal),
          })
          .execute()
      }
    }
    await tell(trx, id)
    return null
  })

/** Removes what was said in rooms that are over, and the rooms a day later. */
export const purgeVideoCalls = ({ database, clock }: RoomParts): Promise<void> =>
  database.asSystem(async (trx) => {
    const now = isoNow(clock)
    const before = new Date(clock.now() - keptMs).toISOString()
    await sql`delete from video_call_signal s using video_call_room r
      where r.id = s.room_id and (r.ends_at <= ${now}::timestamptz or r.ended_at is not null)`.execute(
      trx,
    )
    await sql`delete from video_call_room where coalesce(ended_at, ends_at) <= ${before}::timestamptz`.execute(
      trx,
    )
  })
