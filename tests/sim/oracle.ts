import type { Keyring } from './ciphers'
import { fromBase64Url } from './ciphers'
import { remarksIn } from './observations'
import { contactParts, contactTextIn, partOf, partWords } from './contact'
import { epoch as dayBegins, type Device } from './device'
import { patientName } from './server-rows'
import type { Effect } from './server-state'
import type { Server } from './server'
import type { Tab } from './tab'
import type { World } from './world'

/**
 * One attempt of a person to write something down; its text is like no other's (server-state.ts,
 * Effect).
 */
export interface Write {
  readonly kind: Effect['kind']
  /** Of a watch only known with its command's id. */
  text: string
  readonly author: string
  readonly organization: string
  readonly patient: string
  readonly device: Device
  /** What its author saw there; null: nothing, or nothing is compared. */
  readonly seen: string | null
  readonly startedAt: number
  /** By the world's clock, epoch milliseconds. */
  readonly startedTime: number
  id: string | null
  /** The step at which the person was told 'saved'. */
  confirmedAt: number | null
  wasRefused: boolean
  isDiscarded: boolean
}

export interface StoredCommand {
  readonly id: string
  readonly author: string
  readonly organization: string
  readonly lane: string
  readonly state: string
  readonly code: string | null
  readonly epoch: string | null
  readonly settled: boolean
  readonly unsure: boolean
  readonly op: string
  readonly body: string
}
interface ShownNote {
  readonly id: string
  readonly patientId: string
  readonly text: string
  readonly waiting?: { readonly state: string }
}

const outboxName = 'lamplight-outbox-sealed'
export const outboxOf = (device: Device): readonly StoredCommand[] =>
  device.disk.values(outboxName, 'command') as readonly StoredCommand[]
export const isUnsent = (row: Pick<StoredCommand, 'state'>): boolean =>
  row.state === 'WAITING' || row.state.startsWith('HELD_')
/** Put before a person: the server said no, or nobody knows. */
export const isBeforePerson = (row: Pick<StoredCommand, 'state'>): boolean =>
  row.state !== 'ACCEPTED' && !isUnsent(row)

/** Knows what people were told, sees everything, and says when the two do not fit. */
export interface Oracle {
  readonly writes: readonly Write[]
  begin(
    write: Pick<Write, 'kind' | 'text' | 'author' | 'organization' | 'patient' | 'device' | 'seen'>,
  ): Write
  saved(write: Write, id: string): void
  /** The person was told 'Not saved'. */
  notSaved(write: Write): void
  discarded(id: string, reason: string): void
  /**
   * What one screen shows, from one showing to the next. `allOf`: it says that this is all that the
   * server had then, epoch milliseconds of the server; null: it says that there may be more.
   */
  screen(who: {
    readonly user: string
    readonly organization: string
    readonly patient: string
    readonly name: string
  }): (rows: readonly ShownNote[], allOf: number | null) => void
  textOf(row: StoredCommand): string
  /**
   * `user patient` of whom access was ever taken: a device that heard of it shows nothing, also
   * after a restore gave it back.
   */
  readonly revoked: Set<string>
  /**
   * Whether the author's words can be read on the device: not after the key that sealed them was
   * shredded or replaced.
   */
  isReadable(device: Device, row: StoredCommand): boolean
  /** A person sends it again, perhaps under another id. */
  retried(id: string): void
  /**
   * What is left in a user's stores of a patient that she lost; null, once she heard of it. The
   * store of a release after that of the page waits for a page of that release, which asks for
   * itself. `stores`: those of the page's own release, or those of earlier ones too.
   */
  leftOf(
    tab: Tab,
    user: string,
    organization: string,
    patient: string,
    stores: 'own' | 'all',
  ): string | null
  /** Everything confirmed is somewhere. */
  checkKept(): void
  /** Nothing that names a person lies readable on a disk; nothing is sealed under another's key. */
  checkDisk(device: Device): void
  /** After the drain. */
  checkSettled(): void
}

/**
 * By how much the estimate of the server's clock may be wrong: a hello whose answer took as long as
 * an exchange may.
 */
const clockSlackMs = 65_000
/** A page asks for news at least so often, or is not looked at. */
const backWithinMs = 30_000
/** How long what becomes wrong with time may wait (src/domain/patient/commands.ts). */
const waitsMs: Partial<Readonly<Record<Effect['kind'], number>>> = {
  date: 8 * 3_600_000,
  contact: 24 * 3_600_000,
}

export const createOracle = (
  world: World,
  keyring: Keyring,
  server: Server,
  devices: readonly Device[],
): Oracle => {
  const writes: Write[] = []
  const byText = new Map<string, Write>()
  const applied = new Map<string, Effect>()
  const discarded = new Map<string, string>()
  const before = new Map<Device, ReadonlyMap<string, StoredCommand>>()
  const bodies = new Map<string, string>()
  /** By id, of what may lose its readable copy. */
  const words = new Map<string, string>()
  /** Sent again under another id. */
  const replaced = new Set<string>()
  /**
   * What a restore took from the server, and when its device brought it back: it may leave a
   * screen, and returns to it with a pull.
   */
  const lost = new Map<string, number>()
  const revoked = new Set<string>()
  const broken = (invariant: string, detail: string): void => world.violated(invariant, detail)
  let lastReceived = 0

  /** What a body says, whether this device can read it or not. */
  const textOf = ({ id, op, body }: StoredCommand): string => {
    if (op === 'addToWatchList' || op === 'removeFromWatchList') return `watch ${id}`
    // Taken with the right to see the patient: what it said before.
    if (body === '') return words.get(id) ?? ''
    const known = bodies.get(body)
    if (known !== undefined) return known
    const plain = body.startsWith('{') ? body : (keyring.peek(fromBase64Url(body))?.plain ?? '')
    const input =
      plain === ''
        ? undefined
        : (
            JSON.parse(plain) as {
              readonly input?: {
                readonly text?: string
                readonly reason?: string
                readonly decision?: string
                readonly note?: string
                readonly expectedDischargeDate?: string
              }
            }
          ).input
    const text =
      input?.text ??
      input?.reason ??
      input?.decision ??
      input?.note ??
      input?.expectedDischargeDate ??
      contactTextIn(input) ??
      remarksIn(input) ??
      ''
    bodies.set(body, text)
    words.set(id, text)
    return text
  }
  const isReadable = (device: Device, row: StoredCommand): boolean =>
    row.body.startsWith('{') ||
    (row.body !== '' &&
      keyring.canRead(
        device.name,
        { userId: row.author, organizationId: row.organization },
        fromBase64Url(row.body),
      ))
  const onServer = (text: string): boolean =>
    server.effects().some((effect) => effect.text === text)

  /** The command of a watch is known. */
  const bind = (write: Write | undefined, id: string): Write | undefined => {
    if (write?.kind !== 'watch' || write.id !== null) return write
    byText.delete(write.text)
    write.id = id
    write.text = `watch ${id}`
    byText.set(write.text, write)
    return write
  }

  server.onRestore = () => {
    const had = [...applied.values()].map(({ text }) => text)
    applied.clear()
    for (const effect of server.effects()) applied.set(effect.id, effect)
    for (const text of had) if (!onServer(text)) lost.set(text, Infinity)
  }
  server.onEffect = (effect) => {
    const write =
      byText.get(effect.text) ??
      bind(
        writes.find(
          (one) =>
            one.kind === 'watch' &&
            effect.kind === 'watch' &&
            one.id === null &&
            one.author === effect.author &&
            one.patient === effect.patient &&
            one.organization === effect.organization,
        ),
        effect.id,
      )
    if (write === undefined) {
      broken('I2', `the server has ${effect.text}, which nobody wrote`)
      return
    }
    const all = server.effects()
    if (all.filter((other) => other.text === effect.text).length > 1)
      broken('I2', `${effect.text} is on the server twice`)
    if (
      effect.author !== write.author ||
      effect.organization !== write.organization ||
      effect.patient !== write.patient
    ) {
      broken(
        'I5',
        `${effect.text} of ${write.author} ${write.organization} ${write.patient} is on the server as of ${effect.author} ${effect.organization} ${effect.patient}`,
      )
    }
    applied.set(effect.id, effect)
    if (lost.has(effect.text)) lost.set(effect.text, world.now())
    if (effect.createdAt < lastReceived)
      broken('I11', `${effect.text} was received before what the server has already`)
    lastReceived = effect.createdAt
    if (
      !write.wasRefused &&
      !write.device.jumped &&
      Math.abs(effect.capturedAt - write.startedTime) > clockSlackMs
    ) {
      broken(
        'I11',
        `${effect.text} stands at ${new Date(effect.capturedAt).toISOString()}, and was written at ${new Date(write.startedTime).toISOString()}`,
      )
    }
    if (
      !write.wasRefused &&
      !write.device.jumped &&
      server.mightWrite(
        write.author,
        write.patient,
        write.startedTime - clockSlackMs,
        write.startedTime + clockSlackMs,
        write.kind,
      ) === false
    ) {
      broken(
        'I5',
        `${effect.text} of ${write.author} is on the server, and she might not write it then`,
      )
    }
    const isLate =
      server.epoch() === 'epoch-1' &&
      effect.createdAt - write.startedTime > (waitsMs[effect.kind] ?? Infinity) + clockSlackMs * 5
    if (isLate && !write.wasRefused && !write.device.jumped)
      broken(
        'I8',
        `${effect.text} was sent ${Math.round((effect.createdAt - write.startedTime) / 3_600_000)} h after it was written, and nobody was asked`,
      )
    if (effect.kind === 'contact') checkContact(effect, write)
    if (write.wasRefused || write.confirmedAt === null) return
    for (const other of all.slice(
      0,
      all.findIndex(({ id }) => id === effect.id),
    )) {
      if (other.patient !== effect.patient || other.author !== effect.author) continue
      const later = byText.get(other.text)
      if (
        later !== undefined &&
        later.device === write.device &&
        !later.wasRefused &&
        write.confirmedAt < later.startedAt
      ) {
        broken(
          'I3',
          `${later.text} reached the server before ${write.text}, which was saved before it was written`,
        )
      }
    }
  }

  /** The newest write of each part stands, and it was of somebody who saw the one before (I13). */
  function checkContact(effect: Effect, write: Write): void {
    const of = server
      .effects()
      .filter(
        ({ kind, organization, patient }) =>
          kind === 'contact' && organization === effect.organization && patient === effect.patient,
      )
    const written = (part: string, before: readonly Effect[]): string | null =>
      before.findLast(({ text }) => partOf(text) === part)?.text ?? null
    const kept = server.careOf?.(effect.organization, effect.patient)
    for (const part of contactParts) {
      const is = kept === undefined ? written(part, of) : partWords(part, kept.contact)
      if (is !== written(part, of))
        broken(
          'I13',
          `${effect.text} made ${part} ${is}, and ${written(part, of)} was written last`,
        )
    }
    const was = written(partOf(effect.text), of.slice(0, -1))
    // Sent again by a person, it was against what they were shown then.
    if (!write.wasRefused && was !== write.seen)
      broken('I13', `${effect.text} overwrote ${was}, and ${write.author} saw ${write.seen}`)
  }

  const checkOutbox = (device: Device): void => {
    const now = new Map(outboxOf(device).map((row) => [textOf(row), row]))
    for (const [text, row] of before.get(device) ?? []) {
      const write = byText.get(text)
      if (!now.has(text) && write?.isDiscarded !== true && !discarded.has(row.id))
        broken('I8', `${text} (${row.id}, ${row.state}) left the outbox of ${device.name}`)
    }
    before.set(device, now)
    for (const [text, row] of now) {
      if (!isBeforePerson(row)) continue
      const write = byText.get(text)
      if (write !== undefined && !write.wasRefused) {
        write.wasRefused = true
        const might =
          !write.device.jumped &&
          server.mightWrite(
            write.author,
            write.patient,
            write.startedTime - clockSlackMs,
            write.startedTime + clockSlackMs,
            write.kind,
          ) === true
        if (might && (row.code === 'FORBIDDEN' || row.code === 'NOT_FOUND'))
          broken('I5', `${text} is refused as ${row.code}, and ${write.author} might write it then`)
        if (
          [
            'SIGNATURE',
            'SESSION_UNKNOWN',
            'FOREIGN_SESSION',
            'UNSEALABLE',
            'MALFORMED',
            'ID_REUSED',
            'IDENTITY_CHANGED',
          ].includes(row.code ?? '')
        )
          broken('I1', `${text} is refused as ${row.code ?? ''}, and nobody changed it`)
      }
      // Of one that is stuck nobody knows what became of it.
      if (row.code !== 'STUCK' && !(row.state === 'EXPIRED' && row.unsure) && applied.has(row.id))
        broken('I1', `${text} (${row.id}) is called refused and is on the server`)
    }
  }
  for (const device of devices)
    device.disk.onCommit = (database) => {
      if (database === outboxName) checkOutbox(device)
    }

  const isHeld = (write: Write): boolean =>
    outboxOf(write.device).some((row) => textOf(row) === write.text)
  const checkKept = (): void => {
    for (const write of writes) {
      if (write.confirmedAt === null || write.isDiscarded || onServer(write.text)) continue
      if (!isHeld(write))
        broken('I1', `${write.text} (${write.id ?? ''}) was said to be saved and is lost`)
    }
  }

  interface KeptCache {
    readonly name: string
    readonly userId: string
    readonly organizationId: string
  }
  /** Which key sealed what: a body under another's key could be opened by another. */
  const checkKeys = (device: Device): void => {
    const belongs = (
      body: unknown,
      userId: string,
      organizationId: string,
      where: string,
    ): void => {
      if (typeof body !== 'string' || body === '') return
      const owner = keyring.peek(fromBase64Url(body))?.owner
      if (owner === undefined || owner === null)
        broken('I10', `${where} of ${device.name} is not sealed`)
      else if (owner.userId !== userId || owner.organizationId !== organizationId)
        broken(
          'I5',
          `${where} of ${userId} ${organizationId} is sealed under the key of ${owner.userId} ${owner.organizationId}`,
        )
    }
    for (const { name, userId, organizationId } of device.disk.values(
      'lamplight-device',
      'cache',
    ) as readonly KeptCache[]) {
      for (const store of device.disk.storeNames(name)) {
        for (const row of device.disk.values(name, store) as readonly { readonly body?: unknown }[])
          belongs(row.body, userId, organizationId, `${name} ${store}`)
      }
    }
    for (const row of outboxOf(device)) belongs(row.body, row.author, row.organization, row.id)
  }

  const latin = (bytes: Uint8Array): string =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const dump = (value: unknown): string =>
    JSON.stringify(value, (_key, inner: unknown) =>
      ArrayBuffer.isView(inner) ? latin(inner as Uint8Array) : inner,
    )
  const secrets = ['p1', 'p2', 'p3', 'p4', 'p5'].map((id) => patientName(id).firstName)

  return {
    writes,
    textOf,
    isReadable,
    revoked,
    begin: (what) => {
      const write: Write = {
        ...what,
        startedAt: world.steps(),
        startedTime: dayBegins + world.now(),
        id: null,
        confirmedAt: null,
        wasRefused: false,
        isDiscarded: false,
      }
      writes.push(write)
      byText.set(write.text, write)
      return write
    },
    saved: (write, id) => {
      bind(write, id)
      write.id = id
      write.confirmedAt = world.steps()
      const isDurable = (
        write.device.disk.durableValues(outboxName, 'command') as readonly StoredCommand[]
      ).some((row) => row.id === id)
      if (!isDurable && !applied.has(id))
        broken('I7', `${write.text} was said to be saved before it was safe`)
      world.note(`${write.text} saved as ${id}`)
    },
    notSaved: (write) => {
      world.note(`${write.text} not saved`)
      if (isHeld(write) || onServer(write.text))
        broken('I7', `${write.text} was said not to be saved, and it was`)
    },
    discarded: (id, reason) => {
      discarded.set(id, reason)
      for (const device of devices)
        for (const row of outboxOf(device)) {
          const write = row.id === id ? byText.get(textOf(row)) : undefined
          if (write !== undefined) write.isDiscarded = true
        }
    },
    screen: ({ user, organization, patient, name }) => {
      /**
       * Two releases on one device keep two stores: what a page of one has settled, a page of the
       * other shows again with its next pull. Known and accepted (docs/reliability.md); that it is
       * there in the end is checked when the world is healed.
       */
      const isInAnotherStore = ({ device, id }: Write): boolean => {
        const stores = device.disk
          .databaseNames()
          .filter((one) => one.startsWith('lamplight-cache-'))
        const holding = stores.filter((one) =>
          device.disk.values(one, 'note').some((row) => (row as { readonly id: string }).id === id),
        )
        const release = (one: string): string => one.slice(0, one.lastIndexOf('-v'))
        return holding.some((one) =>
          stores.some(
            (other) => other !== one && release(other) === release(one) && !holding.includes(other),
          ),
        )
      }
      /**
       * What another device brought back to a restored server is seen with the next question. Her
       * own shows it from the outbox until its store holds it.
       */
      const isComingBack = ({ text, author, device }: Write): boolean => {
        const isOwn =
          author === user &&
          name.startsWith(device.name) &&
          outboxOf(device).some((row) => textOf(row) === text && isReadable(device, row))
        const at = isOwn ? undefined : lost.get(text)
        return at !== undefined && world.now() - at < backWithinMs
      }
      const seen = new Set<string>()
      return (rows, allOf) => {
        const shown = new Set<string>()
        for (const row of rows) {
          if (shown.has(row.text)) broken('I4', `${name} shows ${row.text} twice`)
          shown.add(row.text)
          seen.add(row.text)
          const write = byText.get(row.text)
          const isMine =
            write !== undefined &&
            write.organization === organization &&
            write.patient === patient &&
            row.patientId === patient &&
            (row.waiting === undefined || write.author === user)
          if (!isMine)
            broken(
              'I5',
              `${name} shows ${row.text}, which is not ${user}'s to see at ${patient} in ${organization}`,
            )
        }
        if (allOf !== null && server.mayOpen(user, patient))
          for (const effect of server.effects())
            if (
              effect.kind === 'note' &&
              effect.organization === organization &&
              effect.patient === patient &&
              server.hasSince(effect) < allOf &&
              !rows.some(({ id }) => id === effect.id)
            )
              broken('I14', `${name} says that it shows all, and not ${effect.text}`)
        for (const text of seen) {
          // What a restored server no longer has may go, until its author's device brings it back.
          const write = byText.get(text)
          const mustStay =
            write !== undefined &&
            !write.isDiscarded &&
            !isInAnotherStore(write) &&
            !revoked.has(`${user} ${patient}`) &&
            ((server.mayOpen(user, patient) && onServer(text) && !isComingBack(write)) ||
              outboxOf(write.device).some(
                (row) =>
                  textOf(row) === text &&
                  row.author === user &&
                  row.state !== 'ACCEPTED' &&
                  isReadable(write.device, row) &&
                  name.startsWith(write.device.name),
              ))
          if (shown.has(text)) continue
          // It left as it may: whether it comes again is judged when the world is healed.
          if (!mustStay) seen.delete(text)
          else
            broken(
              'I4',
              `${name} no longer shows ${text} (${outboxOf(write.device)
                .filter((row) => textOf(row) === text)
                .map((row) => `${row.state} ${row.author} ${isReadable(write.device, row)}`)
                .join()}; shows ${[...shown].join(' ')})`,
            )
        }
      }
    },
    retried: (id) => void replaced.add(id),
    leftOf: ({ device, connections }, userId, organizationId, patient, stores) => {
      const release = (name: string): number =>
        Number(/^lamplight-cache-.*-v(\d+)$/.exec(name)?.[1] ?? 0)
      const own = Math.max(...[...connections].map(({ name }) => release(name)))
      const mine = (device.disk.values('lamplight-device', 'cache') as readonly KeptCache[]).filter(
        (one) =>
          one.userId === userId &&
          one.organizationId === organizationId &&
          (stores === 'all' ? release(one.name) <= own : release(one.name) === own),
      )
      const left = mine.flatMap(({ name }) =>
        ['patient', 'note', 'checkup', 'virtualWardPatient']
          .filter((store) =>
            (
              device.disk.values(name, store) as readonly {
                readonly id: string
                readonly patientId?: string
              }[]
            ).some((row) => row.id === patient || row.patientId === patient),
          )
          .map((store) => `${name} ${store}`),
      )
      // What she wrote of them is the server's alone to read from now on.
      const words = outboxOf(device)
        .filter(
          (row) =>
            row.author === userId &&
            row.organization === organizationId &&
            row.lane === patient &&
            row.body !== '',
        )
        .map((row) => `the words of ${row.id} (${row.state})`)
      return [...left, ...words].join(', ') || null
    },
    checkKept,
    checkDisk: (device) => {
      checkKeys(device)
      for (const database of device.disk.databaseNames()) {
        for (const store of device.disk.storeNames(database)) {
          const found = secrets.find((secret) =>
            dump(device.disk.values(database, store)).includes(secret),
          )
          if (found !== undefined)
            broken('I10', `${database} ${store} of ${device.name} names ${found}`)
        }
      }
    },
    checkSettled: () => {
      checkKept()
      const { applied: actions, isWhole } = server.actions()
      if (!isWhole) broken('I12', 'the action log was changed')
      const entries = new Map<string, number>()
      for (const id of actions) entries.set(id, (entries.get(id) ?? 0) + 1)
      for (const { id, text } of server.effects())
        if (entries.get(id) !== 1)
          broken('I12', `${text} has ${entries.get(id) ?? 0} entries in the action log`)
      const told = server.epoch() === 'epoch-1' ? server.discards?.() : undefined
      for (const [id, reason] of told === undefined ? [] : discarded) {
        const isHere = devices.some((device) => outboxOf(device).some((row) => row.id === id))
        // Where the author's key is gone, the words are too; that it was given up is told all the
        // same.
        if (
          !isHere &&
          !applied.has(id) &&
          !replaced.has(id) &&
          ![reason, ''].includes(told?.get(id) ?? '?')
        )
          broken(
            'I8',
            `${id} was given up as '${reason}', and the server heard '${told?.get(id) ?? 'nothing'}'`,
          )
      }
      for (const device of devices) {
        checkOutbox(device)
        for (const row of outboxOf(device)) {
          if (isUnsent(row))
            broken('I6', `${textOf(row)} of ${row.author} still waits on ${device.name}`)
          if (row.state === 'ACCEPTED' && !applied.has(row.id))
            broken('I1', `${textOf(row)} is called accepted and is not on the server`)
        }
      }
    },
  }
}
