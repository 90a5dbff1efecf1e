import type { Device } from './device'
import type { Effect, ModelServer } from './server'
import type { World } from './world'

/** One attempt of a person to write something down; its text is like no other's. */
export interface Write {
  readonly text: string
  readonly author: string
  readonly organization: string
  readonly patient: string
  readonly device: Device
  readonly startedAt: number
  id: string | null
  /** The step at which the person was told 'saved'. */
  confirmedAt: number | null
  wasRefused: boolean
  isDiscarded: boolean
}

interface StoredCommand { readonly id: string; readonly author: string; readonly organization: string; readonly state: string; readonly body: string }
interface ShownNote {
  readonly id: string
  readonly patientId: string
  readonly text: string
  readonly waiting?: { readonly state: string }
}

const outboxName = 'lamplight-outbox-sealed'
const allOf = (device: Device): readonly StoredCommand[] => device.disk.values(outboxName, 'command') as readonly StoredCommand[]
/** Without what the server has and the device keeps in case of a restore. */
export const outboxOf = (device: Device): readonly StoredCommand[] => allOf(device).filter((row) => row.state !== 'ACCEPTED')
export const isUnsent = (row: Pick<StoredCommand, 'state'>): boolean => row.state === 'WAITING' || row.state.startsWith('HELD_')

/** Knows what people were told, sees everything, and says when the two do not fit. */
export interface Oracle {
  readonly writes: readonly Write[]
  begin(write: Pick<Write, 'text' | 'author' | 'organization' | 'patient' | 'device'>): Write
  saved(write: Write, id: string): void
  /** The person was told 'Not saved'. */
  notSaved(write: Write): void
  discarded(id: string): void
  /** What one screen shows, from one showing to the next. */
  screen(who: { readonly user: string; readonly organization: string; readonly patient: string; readonly name: string }): (rows: readonly ShownNote[]) => void
  /** Everything confirmed is somewhere. */
  checkKept(): void
  /** After the drain. */
  checkSettled(): void
}

export const createOracle = (world: World, server: ModelServer, devices: readonly Device[]): Oracle => {
  const writes: Write[] = []
  const byText = new Map<string, Write>()
  const applied = new Map<string, Effect>()
  const discarded = new Set<string>()
  const before = new Map<Device, ReadonlySet<string>>()
  const refused = new Map<Device, ReadonlySet<string>>()
  const broken = (invariant: string, detail: string): void => world.violated(invariant, detail)
  const laneOf = (write: Write): string => `${write.device.name} ${write.author} ${write.patient}`
  const lanes = new Map<string, Write[]>()

  server.onEffect = (effect) => {
    const write = byText.get(effect.text)
    if (write === undefined) { broken('I2', `the server has ${effect.text}, which nobody wrote`); return }
    if (server.effects.filter((other) => other.text === effect.text).length > 1) broken('I2', `${effect.text} is on the server twice`)
    if (effect.author !== write.author || effect.organization !== write.organization || effect.patient !== write.patient) {
      broken('I5', `${effect.text} of ${write.author} ${write.organization} ${write.patient} is on the server as of ${effect.author} ${effect.organization} ${effect.patient}`)
    }
    applied.set(effect.id, effect)
    const lane = lanes.get(laneOf(write)) ?? []
    lanes.set(laneOf(write), lane)
    const overtaken = write.wasRefused ? undefined
      : lane.find((other) => !other.wasRefused && write.confirmedAt !== null && write.confirmedAt < other.startedAt)
    if (overtaken !== undefined) broken('I3', `${overtaken.text} reached the server before ${write.text}, which was saved before it was written`)
    lane.push(write)
  }

  const checkOutbox = (device: Device): void => {
    const rows = allOf(device)
    const now = new Set(rows.map((row) => row.id))
    for (const id of before.get(device) ?? []) {
      if (!now.has(id) && !applied.has(id) && !discarded.has(id)) broken('I8', `${id} left the outbox of ${device.name} and is nowhere`)
    }
    before.set(device, now)
    for (const row of rows) {
      if (row.state !== 'REJECTED' && row.state !== 'CONFLICT') continue
      const write = writes.find(({ id, text }) => id === row.id || row.body.includes(`"${text}"`))
      if (write !== undefined) write.wasRefused = true
      // A refusal is not remembered by the present server: a late copy of the request may still be accepted afterwards.
      if (applied.has(row.id) && refused.get(device)?.has(row.id) !== true) broken('I1', `${row.id} is called refused and is on the server`)
    }
    refused.set(device, new Set(rows.filter((row) => row.state === 'REJECTED' || row.state === 'CONFLICT').map((row) => row.id)))
  }
  for (const device of devices) device.disk.onCommit = (database) => { if (database === outboxName) checkOutbox(device) }

  const checkKept = (): void => {
    for (const write of writes) {
      if (write.id === null || write.isDiscarded || applied.has(write.id)) continue
      if (!outboxOf(write.device).some((row) => row.id === write.id)) broken('I1', `${write.text} (${write.id}) was said to be saved and is lost`)
    }
  }

  return {
    writes,
    begin: (what) => {
      const write: Write = { ...what, startedAt: world.steps(), id: null, confirmedAt: null, wasRefused: false, isDiscarded: false }
      writes.push(write)
      byText.set(write.text, write)
      return write
    },
    saved: (write, id) => {
      write.id = id
      write.confirmedAt = world.steps()
      const isDurable = (write.device.disk.durableValues(outboxName, 'command') as readonly StoredCommand[]).some((row) => row.id === id)
      if (!isDurable && !applied.has(id)) broken('I7', `${write.text} was said to be saved before it was safe`)
      world.note(`${write.text} saved as ${id}`)
    },
    notSaved: (write) => {
      world.note(`${write.text} not saved`)
      if (outboxOf(write.device).some((row) => row.body.includes(`"${write.text}"`)) || [...applied.values()].some(({ text }) => text === write.text)) {
        broken('I7', `${write.text} was said not to be saved, and it was`)
      }
    },
    discarded: (id) => {
      discarded.add(id)
      for (const write of writes) if (write.id === id) write.isDiscarded = true
    },
    screen: ({ user, organization, patient, name }) => {
      const seen = new Map<string, string>()
      return (rows) => {
        const shown = new Set<string>()
        for (const row of rows) {
          if (shown.has(row.id)) broken('I4', `${name} shows ${row.text} twice`)
          shown.add(row.id)
          seen.set(row.id, row.text)
          const write = byText.get(row.text)
          const isMine = write !== undefined && write.organization === organization && write.patient === patient && row.patientId === patient
            && (row.waiting === undefined || write.author === user)
          if (!isMine) broken('I5', `${name} shows ${row.text}, which is not ${user}'s to see at ${patient} in ${organization}`)
        }
        for (const [id, text] of seen) {
          if (!shown.has(id) && !discarded.has(id) && !server.hidden.has(`${user} ${patient}`)) broken('I4', `${name} no longer shows ${text}`)
        }
      }
    },
    checkKept,
    checkSettled: () => {
      checkKept()
      for (const device of devices) {
        checkOutbox(device)
        for (const row of outboxOf(device)) if (isUnsent(row)) broken('I6', `${row.id} of ${row.author} still waits on ${device.name}`)
      }
    },
  }
}
