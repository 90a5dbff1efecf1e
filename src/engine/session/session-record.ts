import { z } from 'zod'
import type { Me } from '../../domain/user/me'
import type { Codec, DeviceStore, SealContext } from '../store'
import type { KeyOwner } from '../../platform/vault'
import type { ClockMemory } from '../connection/server-clock'

/**
 * The user of this device, readable by all (P209): whose keys to look for, and whom to ask for a
 * password.
 */
interface SessionRecord {
  readonly userId: string
  readonly organizationId: string
  readonly email: string
  /** Internal staff act as the user: nothing of theirs outlives this page. */
  readonly isActing: boolean
}

const recordId = 'signed-in'
const recordSchema = z.object({
  userId: z.string(),
  organizationId: z.string(),
  email: z.string(),
  isActing: z.boolean(),
})
const actingId = (userId: string): string => `acting-organization:${userId}`

/** The record; null: nobody, or another version's (then the user signs in again). */
export const readRecord = async (device: DeviceStore): Promise<SessionRecord | null> =>
  recordSchema.safeParse(await device.read(recordId)).data ?? null

export const writeRecord = async (device: DeviceStore, record: SessionRecord): Promise<void> => {
  await device.write(recordId, record)
  // What staff chose while they acted is no choice of the user's.
  if (!record.isActing) await device.write(actingId(record.userId), record.organizationId)
}

export const forgetRecord = (device: DeviceStore): Promise<void> => device.forget(recordId)
/** The organisation in which this user last acted on this device. */
export const lastActing = async (device: DeviceStore, userId: string): Promise<string | null> =>
  z.string().safeParse(await device.read(actingId(userId))).data ?? null

/** The user as the server last said, sealed and outside of the store, which updates replace. */
export interface OwnRecord {
  /** Null: nothing, or nothing that opens. */
  read(owner: KeyOwner): Promise<unknown>
  keep(owner: KeyOwner, me: Me): Promise<void>
  /** A chosen sign-out. */
  forget(userId: string): Promise<void>
}

export const createOwnRecord = (device: DeviceStore, codec: Codec): OwnRecord => {
  const idOf = (userId: string): string => `own:${userId}`
  const context = ({ userId, organizationId }: KeyOwner): SealContext => ({
    table: 'own',
    id: 'me',
    userId,
    organizationId,
  })
  return {
    read: async (owner) => {
      const body = z.string().safeParse(await device.read(idOf(owner.userId))).data
      return body === undefined ? null : await codec.open(context(owner), body)
    },
    keep: async (owner, me) => {
      await device.write(idOf(owner.userId), await codec.seal(context(owner), me))
    },
    forget: (userId) => device.forget(idOf(userId)),
  }
}

const contactId = 'last-contact'

/** When this device last heard the server, epoch milliseconds; null when it never did. */
export const readLastContact = async (device: DeviceStore): Promise<number | null> =>
  z.number().safeParse(await device.read(contactId)).data ?? null

export const writeLastContact = (device: DeviceStore, at: number): Promise<void> =>
  device.write(contactId, at)

const offsetId = 'clock-offset'

/** By how much the server's clock was ahead of this device's at the last contact, milliseconds. */
export const readClockOffset = async (device: DeviceStore): Promise<number> =>
  z.number().safeParse(await device.read(offsetId)).data ?? 0

const serverTimeId = 'server-time'

/** The latest server time that this device knew, epoch ms; null: none. */
export const readServerTime = async (device: DeviceStore): Promise<number | null> =>
  z.number().safeParse(await device.read(serverTimeId)).data ?? null

/** The server's time is kept this often while answers come, milliseconds. */
const keepEveryMs = 20_000

/** Keeps what the device knows of the time. Only the server itself lowers it. */
export const createClockMemory = (
  device: DeviceStore,
  report: (thrown: unknown, where: string) => void,
): ClockMemory => {
  let kept = -Infinity
  const write = (id: string, value: number): void =>
    void device.write(id, value).catch((thrown: unknown) => report(thrown, id))
  return {
    offset: (offsetMs) => write(offsetId, offsetMs),
    serverTime: (serverMs, isTold) => {
      if (isTold ? Math.abs(serverMs - kept) < keepEveryMs : serverMs <= kept) return
      kept = serverMs
      write(serverTimeId, serverMs)
    },
  }
}
