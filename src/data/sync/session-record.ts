import { z } from 'zod'
import { meSchema, type Me } from '../../domain/user/me'
import type { DeviceStore } from '../../platform/store'

/** The device's memory of who is signed in (P209). Never a token. */
export interface SessionRecord {
  readonly me: Me
  /** Epoch milliseconds. */
  readonly signedInAt: number
}

const recordId = 'session'
const recordSchema = z.object({ me: meSchema, signedInAt: z.number() })
const actingId = (userId: string): string => `acting-organization:${userId}`

/** The record, or null: nobody, or one that this version cannot read (then a person signs in again). */
export const readRecord = async (device: DeviceStore): Promise<SessionRecord | null> =>
  recordSchema.safeParse(await device.read(recordId)).data ?? null

export const writeRecord = async (device: DeviceStore, record: SessionRecord): Promise<void> => {
  await device.write(recordId, record)
  await device.write(actingId(record.me.id), record.me.actingOrganization.id)
}

export const forgetRecord = (device: DeviceStore): Promise<void> => device.forget(recordId)

/** The organisation in which this user last acted on this device. */
export const lastActing = async (device: DeviceStore, userId: string): Promise<string | null> =>
  z.string().safeParse(await device.read(actingId(userId))).data ?? null

const contactId = 'last-contact'

/** When this device last heard the server, epoch milliseconds; null when it never did. */
export const readLastContact = async (device: DeviceStore): Promise<number | null> =>
  z.number().safeParse(await device.read(contactId)).data ?? null

export const writeLastContact = (device: DeviceStore, at: number): Promise<void> => device.write(contactId, at)

const offsetId = 'clock-offset'

/** By how much the server's clock was ahead of this device's at the last contact, milliseconds. */
export const readClockOffset = async (device: DeviceStore): Promise<number> =>
  z.number().safeParse(await device.read(offsetId)).data ?? 0

export const writeClockOffset = (device: DeviceStore, offset: number): Promise<void> => device.write(offsetId, offset)
