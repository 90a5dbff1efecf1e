import type { OutboxItem } from '../../src/engine/define'
import type { Bundle } from './bundle'
import { createDevice, type Device, type Line } from './device'
import { forgetDisks, installDisk } from './disk'
import { createKeyring } from './ciphers'
import { contactTextOf } from './contact'
import { createNetwork } from './network'
import { createOracle, isBeforePerson, isUnsent, outboxOf } from './oracle'
import { openPage, startCredentials, type Page, type Stage } from './page'
import { planOf, type Habits, type Mix, type Profile } from './profiles'
import { createServer } from './server'
import type { RealBackend } from './real-server'
import type { ServerBugs } from './server-push'
import { patients, users } from './server-state'
import { startCounting, type Tab } from './tab'
import { createWorld, type World } from './world'

export interface RunOptions {
  readonly seed: number
  readonly profile: Profile | Mix
  readonly script: Bundle
  /** The next release, asked for by seeds that have both. */
  readonly newer: () => Promise<Bundle>
  readonly bugs?: ServerBugs
  /** The real server, in the place of the model. */
  readonly real?: RealBackend
  readonly keepLog?: boolean
}

export interface RunResult {
  readonly seed: number
  readonly profile: string
  readonly violation: string | null
  readonly traceHash: string
  readonly steps: number
  readonly virtualMs: number
  readonly writes: number
  readonly confirmed: number
  readonly effects: number
  readonly log: readonly string[]
}

/** Nobody works on the tab: signed out, or locked until somebody signs in. */
const isOut = (status: string): boolean => status === 'signed-out' || status === 'locked'

/** A request may hang for 60 s, a pause between two tries last 60 s; then 12 s to do it. */
const drainWithinMs = 60_000 + 60_000 + 12_000
/**
 * A store that only a closed page of an earlier version knew goes with the next sweep
 * (src/engine/session/keys.ts).
 */
const sweepsWithinMs = 300_000 + 12_000

/** Plays one seed from the first sign-in to the drain, and judges it. */
export const play = async ({
  seed,
  profile,
  script,
  newer: bundleNewer,
  bugs = {},
  real,
  keepLog = false,
}: RunOptions): Promise<RunResult> => {
  installDisk()
  startCounting()
  startCredentials()
  const world = createWorld(seed)
  world.keepLog = keepLog
  const { random } = world
  const planned = planOf(profile, seed, random)
  // The real server knows one release.
  const plan = real === undefined ? planned : { ...planned, mixed: false }
  const newer = plan.mixed ? await bundleNewer() : script
  const keyring = createKeyring(world, real !== undefined)
  const calm = {
    crashBefore: 0,
    crashAfter: 0,
    busy: 0,
    failBefore: 0,
    failAfter: 0,
    tooMany: 0,
    stale: 0,
  }
  const server = (await real?.begin(world, calm)) ?? createServer(world, keyring, calm, bugs)
  const network = { dropRequest: 0, dropAnswer: 0, duplicate: 0, delay: 0 }
  const disk = { quota: 0, lost: 0, relaxedFlush: plan.disk.relaxedFlush }
  const devices = Array.from({ length: plan.devices }, (_none, at) =>
    createDevice(world, `d${at + 1}`, plan.skew, disk),
  )
  const oracle = createOracle(world, keyring, server, devices)
  const stage: Stage = {
    world,
    kinds: real === undefined ? plan.kinds : ['note'],
    script: () => (plan.mixed && random.chance(0.5) ? newer : script),
    server,
    keyring,
    oracle,
    fetch: createNetwork(world, server, network),
    devices: plan.devices,
    isSlowToReturn: plan.isSlowToReturn,
  }
  const homes = devices.map((device) => home(stage, device))
  let isOver = false

  const often = (mean: number, happens: () => void): void => {
    if (mean === 0) return
    const next = (): void =>
      void world.after(500 + random.around(mean), null, 'happens', () => {
        if (isOver) return
        if (!homes.some((one) => one.isAsleep())) happens()
        next()
      })
    next()
  }
  const anyPage = (): Page | null => {
    const pages = homes.flatMap((one) => one.pages)
    return pages.length === 0 ? null : random.pick(pages)
  }
  const { happens } = plan
  often(happens.line, () => {
    const device = random.pick(devices)
    device.line = random.pick<Line>(['up', 'up', 'down', 'down', 'hole', 'captive'])
    world.note(`${device.name} line ${device.line}`)
    if (random.chance(0.5)) device.tell(device.line === 'up' ? 'online' : 'offline')
  })
  often(happens.kill, () => {
    const page = anyPage()
    if (page !== null) page.tab.killIn = 1 + random.below(40)
  })
  often(happens.freeze, () => {
    const page = anyPage()
    if (page === null || page.tab.isLost) return
    page.tab.freezeIn = 1 + random.below(40)
    world.after(random.between(1_000, 120_000), null, 'thaw', () => {
      if (!page.tab.isLost) page.tab.thaw()
    })
  })
  often(happens.freezeForEver, () => {
    const page = anyPage()
    if (page !== null && !page.tab.frozen && page.tab.freezeIn === 0) {
      page.tab.freezeIn = 1 + random.below(40)
      page.tab.isLost = true
    }
  })
  often(happens.power, () => {
    const device = random.pick(devices)
    device.losePower()
    oracle.checkKept()
    oracle.checkDisk(device)
  })
  often(happens.backup, server.backup)
  if (plan.mixed) world.after(random.next() * plan.lasts, null, 'deploy', server.upgrade)
  often(happens.restore, () => {
    server.restore()
    oracle.checkKept()
  })
  often(happens.newToken, () => {
    server.faults.stale = Math.max(server.faults.stale, 0.05)
  })
  often(happens.endSession, () => {
    const credential = anyPage()?.tab.credential
    if (credential != null) {
      world.note(`session of ${credential.uid} ends`)
      server.ended.add(`${credential.uid}.${credential.serial}`)
    }
  })
  often(happens.hide, () => {
    const user = random.pick(Object.keys(users))
    const patient = random.pick(['p1', 'p2', 'p4'])
    world.note(`${user} loses ${patient}`)
    server.setOpens(user, patient, false)
    oracle.revoked.add(`${user} ${patient}`)
  })
  often(happens.ward, () => {
    const user = random.pick(Object.keys(users))
    world.note(`${user} loses the ward`)
    for (const patient of ['p1', 'p2']) {
      server.setOpens(user, patient, false)
      oracle.revoked.add(`${user} ${patient}`)
    }
  })
  often(happens.disable, () => {
    // Somebody has to be left to deliver what waits.
    const user = random.pick(['u1', 'u2'])
    world.note(`${user} is disabled`)
    server.disabled.add(user)
    server.setWrites(user, false)
  })
  often(happens.readOnly, () => {
    const user = random.pick(Object.keys(users))
    if (server.disabled.has(user)) return
    server.setWrites(user, !server.mayWrite(user))
    world.note(`${user} ${server.mayWrite(user) ? 'may write' : 'may only read'}`)
  })
  often(happens.clockJump, () => {
    const device = random.pick(devices)
    device.skew += random.between(-3_600_000, 3_600_000)
    device.jumped = true
  })

  const begin = (): void => {
    Object.assign(network, plan.network)
    Object.assign(disk, plan.disk)
    Object.assign(server.faults, plan.server)
  }

  const story = async (): Promise<void> => {
    await Promise.all(
      homes.map((one) =>
        one.live(plan.habits, plan.pause, plan.lasts, plan.tabs, plan.poison, begin),
      ),
    )
    isOver = true
    heal()
    // What somebody was about to write is written.
    await world.sleep(100)
    for (const one of homes) await one.settle()
    if (world.violations.length === 0) oracle.checkSettled()
  }
  const heal = (): void => {
    world.note('heal')
    Object.assign(network, { dropRequest: 0, dropAnswer: 0, duplicate: 0, delay: 0 })
    Object.assign(disk, { quota: 0, lost: 0 })
    for (const key of Object.keys(server.faults) as (keyof typeof server.faults)[])
      server.faults[key] = 0
    server.restart()
    server.upgrade()
    for (const one of homes) {
      for (const { tab } of one.pages) {
        tab.killIn = 0
        tab.freezeIn = 0
        if (!tab.isLost) tab.thaw()
      }
      one.device.line = 'up'
      if (random.chance(0.5)) one.device.tell('online')
    }
  }

  await world.run(story())
  for (const one of homes)
    for (const { tab } of one.pages) {
      tab.dead = true
      tab.connections.clear()
    }
  forgetDisks()
  return {
    seed,
    profile: plan.profile,
    violation: world.violations[0]?.message ?? null,
    traceHash: world.traceHash(),
    steps: world.steps(),
    virtualMs: Math.round(world.now()),
    writes: oracle.writes.length,
    confirmed: oracle.writes.filter((write) => write.id !== null).length,
    effects: server.effects().length,
    log: world.log,
  }
}

interface Home {
  readonly device: Device
  /** Nobody is there, for hours. */
  isAsleep(): boolean
  readonly pages: Page[]
  live(
    habits: Habits,
    pause: number,
    lasts: number,
    tabs: number,
    poison: number,
    begin: () => void,
  ): Promise<void>
  settle(): Promise<void>
}

let texts = 0

/** A device with the people who use it. */
const home = (stage: Stage, device: Device): Home => {
  const { world, oracle, server } = stage
  const { random } = world
  const pages: Page[] = []
  texts = 0
  const staff = (): readonly string[] =>
    Object.keys(users).filter((user) => !server.disabled.has(user))
  let goal = random.pick(staff())
  let awakeAt = 0

  const open = (credential: Tab['credential']): Page => {
    const page = openPage(stage, device, credential)
    pages.push(page)
    page.tab.onDeath = () => {
      pages.splice(pages.indexOf(page), 1)
    }
    return page
  }
  const patientOf = (page: Page): string =>
    random.pick(patients[page.organization() ?? 'A'] ?? ['p1'])
  const choose = (habits: Habits): keyof Habits => {
    const entries = Object.entries(habits) as [keyof Habits, number][]
    let at = random.next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    return (
      entries.find(([, weight]) => {
        at -= weight
        return at < 0
      })?.[0] ?? 'write'
    )
  }

  /** Every text is like no other's; dates are days of their own. */
  const write = (page: Page, poison: number): void => {
    texts += 1
    const kind = random.pick(stage.kinds)
    const text =
      kind === 'note'
        ? `${random.chance(poison) ? 'poison' : 'w'}${texts}.`
        : kind === 'date'
          ? new Date(Date.UTC(2026, 3, 1) + texts * 86_400_000).toISOString().slice(0, 10)
          : kind === 'acuity'
            ? `a${texts}.`
            : kind === 'observations'
              ? `o${texts}.`
              : kind === 'repeat'
                ? `r${texts}.`
                : kind === 'task'
                  ? `t${texts}.`
                  : kind === 'handover'
                    ? `h${texts}.`
                    : kind === 'call'
                      ? `k${texts}.`
                      : kind === 'contact'
                        ? contactTextOf(texts)
                        : `watch ?${texts}`
    page.write(kind, text, page.patient() ?? patientOf(page))
  }

  /** The first that waits for a person. */
  const decidable = (page: Page): OutboxItem | undefined =>
    page.runtime.outbox
      .get()
      .find(({ state }) => ['refused', 'conflict', 'stuck', 'expired'].includes(state))
  const isRepeatable = ({ op }: OutboxItem): boolean =>
    op !== 'addToWatchList' && op !== 'removeFromWatchList'

  const act = (habits: Habits, tabs: number, poison: number): void => {
    if (server.disabled.has(goal)) goal = random.pick(staff())
    if (pages.length === 0) {
      open(random.chance(0.6) ? { uid: goal, serial: 0 } : null)
      return
    }
    const page = random.pick(pages)
    if (page.tab.frozen) {
      // Nobody stares at a frozen page for long: another one is opened, or this one closed.
      if (random.chance(0.1)) {
        if (random.chance(0.5)) page.tab.kill('closed')
        else if (pages.length < tabs + 1) open(page.tab.credential)
      }
      return
    }
    if (page.isBusy) return
    const { status, locked } = page.runtime.session.get()
    if (isOut(status)) {
      if (stage.isSlowToReturn && random.chance(0.8)) return
      if (locked !== null && locked.opensOffline && !locked.leaseOver && random.chance(0.5))
        page.unlock()
      else page.signIn(goal)
      return
    }
    // A form stands on an open record.
    if (page.patient() === null) {
      page.look(patientOf(page))
      return
    }
    switch (choose(habits)) {
      case 'write':
        write(page, poison)
        return
      case 'nap':
        if (stage.devices > 1) return
        for (const one of [...pages]) one.tab.kill('closed')
        awakeAt = world.now() + random.between(3, 11) * 3_600_000
        world.note(`${device.name} rests`)
        return
      case 'look':
        page.look(patientOf(page))
        return
      case 'reload': {
        const { credential } = page.tab
        page.tab.kill('reload')
        open(credential)
        return
      }
      case 'anotherTab':
        if (pages.length < tabs) open(random.chance(0.7) ? page.tab.credential : null)
        return
      case 'closeTab':
        page.tab.kill('closed')
        return
      case 'signOut':
        goal = random.pick(staff())
        page.signOut()
        return
      case 'switchOrganization': {
        const organizations = users[page.user() ?? ''] ?? []
        if (organizations.length > 1) page.switchTo(random.pick(organizations))
        return
      }
      case 'retry': {
        const item = decidable(page)
        if (item !== undefined && isRepeatable(item)) page.retry(item)
        return
      }
      case 'decideTwice': {
        const item = decidable(page)
        if (item !== undefined && isRepeatable(item))
          for (const one of pages)
            if (!one.tab.frozen && !one.isBusy && one.user() === page.user()) one.retry(item)
        return
      }
      case 'discard': {
        const item = decidable(page)
        if (item !== undefined) page.discard(item)
        return
      }
      case 'hint':
        device.tell('online')
    }
  }

  const inTime = async (
    what: string,
    ms: number,
    isSo: () => boolean,
    found: () => string = () => '',
  ): Promise<boolean> => {
    if (await world.until(ms, isSo)) return true
    for (const line of device.disk.unfinished()) world.note(line)
    world.violated(
      'I6',
      `${device.name}: ${what} within ${Math.round(ms / 1000)} s of a working world${found()}`,
    )
    return false
  }

  /** Whoever finds herself signed out signs in again, as a person would. */
  const stay = (page: Page, user: string): (() => void) => {
    const stopped = { yes: false }
    const again = async (): Promise<void> => {
      for (;;) {
        await world.sleep(2_000)
        if (stopped.yes) return
        if (!page.isBusy && isOut(page.runtime.session.get().status)) page.signIn(user)
      }
    }
    void again()
    return () => {
      stopped.yes = true
    }
  }

  /**
   * The author of what waits signs in and sees it leave; every screen then shows what the server
   * has.
   */
  const settleFor = async (user: string): Promise<void> => {
    // One page is left to drain it all; a frozen one stands beside it for ever, with whatever it
    // holds.
    const awake = pages.filter(({ tab }) => !tab.frozen)
    for (const page of awake.slice(1)) page.tab.kill('closed')
    const page = awake[0] ?? open(null)
    page.tab.isVisible = true
    device.tell('visibilitychange')
    const { session } = page.runtime
    const isReady = (): boolean =>
      !page.isBusy && (session.get().status === 'signed-in' || isOut(session.get().status))
    if (
      !(await inTime(
        `a session starts or ends (${session.get().status}, busy ${page.isBusy})`,
        drainWithinMs,
        isReady,
      ))
    )
      return
    const { credential } = page.tab
    // Whoever unlocked the device offline beside somebody else's credential never uses it: nothing
    // tells the page that it was ended. The next step signs them out.
    if (
      credential !== null &&
      credential.uid === page.user() &&
      server.ended.has(`${credential.uid}.${credential.serial}`)
    ) {
      if (
        !(await inTime(
          'a refused session is over',
          drainWithinMs,
          () => isReady() && isOut(session.get().status),
        ))
      )
        return
    }
    if (
      session.get().status === 'signed-in' &&
      (page.user() !== user || page.tab.credential?.uid !== user)
    ) {
      page.signOut()
      if (
        !(await inTime(
          'signing out',
          drainWithinMs,
          () => isReady() && isOut(session.get().status),
        ))
      )
        return
    }
    for (let tries = 0; session.get().status !== 'signed-in' && tries < 3; tries += 1) {
      // A person who is refused tries again after a moment: a thawed tab may be busy until then.
      if (tries > 0) await world.sleep(2_000)
      page.signIn(user)
      if (!(await inTime('signing in', drainWithinMs, isReady))) return
    }
    if (!(await inTime(`${user} is signed in`, 10_000, () => page.user() === user))) return
    const leave = stay(page, user)
    try {
      await settleSigned(page, user)
    } finally {
      leave()
    }
  }

  const settleSigned = async (page: Page, user: string): Promise<void> => {
    if (!(await inTime('every command ends', drainWithinMs, () => page.running.size === 0))) return
    // Whoever is signed in delivers everybody's, and what a restored server has lost once more.
    const isDrained = (): boolean =>
      !outboxOf(device).some(
        (row) => isUnsent(row) || (row.state === 'ACCEPTED' && row.epoch !== server.epoch()),
      )
    if (!(await inTime('the outbox is empty', drainWithinMs, isDrained))) {
      for (const row of outboxOf(device))
        if (isUnsent(row) || row.epoch !== server.epoch())
          world.note(
            `${oracle.textOf(row)} ${JSON.stringify({ ...row, body: undefined, sealed: undefined, signature: undefined, sessionId: undefined })}`,
          )
      return
    }
    for (const organization of users[user] ?? []) {
      if (page.organization() !== organization) {
        if (
          !(await inTime(
            `${user} may act`,
            drainWithinMs,
            () => !page.isBusy && page.user() === user,
          ))
        )
          return
        page.switchTo(organization)
        if (
          !(await inTime(
            `${user} acts in ${organization}`,
            drainWithinMs,
            () => !page.isBusy && page.organization() === organization,
          ))
        )
          return
      }
      const written = (patient: string): boolean =>
        oracle.writes.some(
          (write) => write.patient === patient && write.organization === organization,
        )
      for (const patient of (patients[organization] ?? []).filter(written))
        await compare(page, user, organization, patient)
      for (const patient of patients[organization] ?? []) {
        const left = (stores: 'own' | 'all'): string | null =>
          server.mayOpen(user, patient) || page.organization() !== organization
            ? null
            : oracle.leftOf(page.tab, user, organization, patient, stores)
        const isGone = async (): Promise<boolean> =>
          (await world.until(afterHanging(60_000), () => left('own') === null)) &&
          (await world.until(sweepsWithinMs, () => left('all') === null))
        if (world.violations.length === 0 && !(await isGone()))
          world.violated(
            'I5',
            `${device.name} keeps ${left('all') ?? ''} of ${patient} for ${user}, who lost ${patient}`,
          )
      }
    }
    await inTime(
      'the connection says so',
      60_000,
      () => {
        const { state, waiting } = page.runtime.connection.get()
        return waiting === 0 && (state === 'live' || state === 'refused')
      },
      () =>
        `: it says ${page.runtime.connection.get().state}, ${page.runtime.connection.get().waiting} waiting`,
    )
  }

  let healedAt = 0
  /**
   * A question that was asked on the bad line may hang for a minute yet; what has to be there
   * within `ms` is not looked for before that.
   */
  const afterHanging = (ms: number): number => Math.max(ms, healedAt + 72_000 - world.now())
  const careShown = (page: Page): unknown => {
    const row = page.record()
    return row === null
      ? null
      : {
          date: row.wardAdmission?.expectedDischargeDate ?? null,
          acuity: row.latestAcuityScore?.id ?? null,
          watched: row.onWatchList,
          contact: [row.telephone, row.address],
        }
  }
  const careKept = (user: string, organization: string, patient: string): unknown => {
    const care = server.careOf?.(organization, patient)
    return care === undefined
      ? null
      : {
          date: care.date,
          acuity: care.acuity?.id ?? null,
          watched: care.watchers.includes(user),
          contact: [care.contact.telephone, care.contact.address],
        }
  }
  const isCareShown = (page: Page, user: string, organization: string, patient: string): boolean =>
    server.careOf === undefined ||
    JSON.stringify(careShown(page)) === JSON.stringify(careKept(user, organization, patient))

  const compare = async (
    page: Page,
    user: string,
    organization: string,
    patient: string,
  ): Promise<void> => {
    const isShown = (): boolean => page.patient() === patient && page.shown() !== null
    const wasEnded = { yes: false }
    // What others delivered for her is asked after first; that question may hang as long as any,
    // and until then her own lies over the rows.
    await world.until(
      afterHanging(0),
      () =>
        !outboxOf(device).some(
          (row) =>
            row.author === user &&
            row.organization === organization &&
            row.lane === patient &&
            row.state === 'ACCEPTED' &&
            !row.settled,
        ),
    )
    page.look(patient)
    await world.until(20_000, () => {
      wasEnded.yes ||= page.user() === null
      return isShown()
    })
    if (!isShown() && wasEnded.yes) {
      // Her session ended as she looked; `stay` signs her in again, perhaps in another
      // organisation.
      if (
        !(await inTime(
          `${user} is back`,
          drainWithinMs,
          () => !page.isBusy && page.user() === user,
        ))
      )
        return
      if (page.organization() !== organization) return
      page.look(patient)
    }
    // She changed to another organisation meanwhile, as she had asked for on the bad line.
    if (!isShown() && page.organization() !== organization) return
    if (!(await inTime(`${patient} is shown`, 20_000, isShown))) return
    // It may join a question that was asked on the bad line, and share its fate.
    if (!(await page.refresh())) await page.refresh()
    const isHidden = !server.mayOpen(user, patient)
    const wanted = (): string =>
      [
        ...(isHidden ? [] : server.notesOf(organization, patient).map(({ text }) => text)),
        // Of a patient who is no longer hers she is shown nothing; what she wrote stands on the
        // list of waiting work.
        ...(isHidden
          ? []
          : outboxOf(device)
              .filter(
                (row) =>
                  row.author === user &&
                  row.organization === organization &&
                  row.lane === patient &&
                  isBeforePerson(row) &&
                  row.state !== 'DISCARDED' &&
                  oracle.isReadable(device, row) &&
                  row.op === 'addPatientNote',
              )
              .map((row) => `${oracle.textOf(row)} refused`)),
      ]
        .toSorted()
        .join(' ')
    const has = (): string =>
      (page.shown() ?? [])
        .filter((row) => !isHidden || row.waiting === undefined)
        .map((row) =>
          row.waiting === undefined
            ? row.text
            : `${row.text} ${['waiting', 'sending', 'checking'].includes(row.waiting.state) ? 'waiting' : 'refused'}`,
        )
        .toSorted()
        .join(' ')
    // Another device may still be sending: what it sends now is seen with the next question.
    for (let tries = 0; tries < (stage.devices === 1 ? 1 : 4); tries += 1) {
      if (
        await world.until(
          20_000,
          () => has() === wanted() && (isHidden || isCareShown(page, user, organization, patient)),
        )
      )
        return
      if (page.patient() !== patient) {
        // Her session ended meanwhile; she has signed in again and looks again.
        if (page.organization() !== organization) return
        tries -= 1
        page.look(patient)
        await world.until(20_000, () => page.shown() !== null)
      }
      await page.refresh()
    }
    world.violated(
      'I4',
      `${device.name} ${user} ${patient}: shows [${has()}], and the server has [${wanted()}]` +
        `; ${JSON.stringify(careShown(page))} and ${JSON.stringify(careKept(user, organization, patient))}`,
    )
  }

  return {
    device,
    pages,
    isAsleep: () => awakeAt > world.now(),
    live: async (habits, pause, lasts, tabs, poison, begin) => {
      let until = world.now() + lasts
      const first = open(null)
      // The day begins in a working world: a first sign-in that fails tells nothing and costs the
      // whole run.
      await world.sleep(50)
      first.signIn(goal)
      await world.until(10_000, () => first.user() !== null)
      begin()
      while (world.now() < until) {
        await world.sleep(random.around(pause))
        act(habits, tabs, poison)
        const restMs = awakeAt - world.now()
        if (restMs <= 0) continue
        until += restMs
        await world.sleep(restMs)
      }
    },
    settle: async () => {
      healedAt = world.now()
      if (server.disabled.has(goal)) goal = random.pick(staff())
      for (const user of staff()) {
        if (world.violations.length > 0) return
        if (
          user === goal ||
          outboxOf(device).some((row) => row.author === user && row.state !== 'ACCEPTED')
        )
          await settleFor(user)
      }
      oracle.checkDisk(device)
    },
  }
}

export type { World }
