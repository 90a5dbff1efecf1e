import { createDischarger, judgeDischarges, prepareDischarges } from './discharges'
import type { Discharger, DischargeVerdict } from './discharges'
import { createReferenceReader } from './reference-reader'
import { createReferenceTablet } from './reference-tablet'
import type { ReferenceTablet } from './reference-tablet'
import { authors, password, patients, prepare, withDatabase } from './prepare'
import { createServerProcess } from './server-process'
import type { ServerProcess } from './server-process'
import { faultless, judge } from './verdict'
import type { Verdict } from './verdict'
import type { OwnCluster } from '../server/postgres'
import { randomOf, type Random } from '../sim/random'

export interface KillsOptions {
  readonly kills: number
  readonly dataDir: string
  readonly entry?: string
  /**
   * Given: the server keeps its data there, and in every tenth round the cluster's postmaster is
   * killed as well.
   */
  readonly cluster?: OwnCluster
  /** No kill is begun after so many ms. */
  readonly mostMs?: number
  /**
   * What happens by chance, 1 unless told otherwise; where a server is at the moment of a kill is
   * the machine's chance.
   */
  readonly seed?: number
  readonly say?: (line: string) => void
}

/** What a run without fault looks like, beside its counts. */
export const faultlessRun = { ...faultless, halfDischarged: 0 } as const

export interface KillsReport extends Verdict, DischargeVerdict {
  readonly serverKills: number
  readonly databaseKills: number
  /** Commands that were decided between kills, not after the last. */
  readonly decidedUnderLoad: number
  /** Requests that ended without an answer. */
  readonly unanswered: number
  /** Discharges among them, which a kill cut off. */
  readonly dischargesCut: number
  readonly seconds: number
}

const sleep = (ms: number): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, ms)
  })

/** The most that a tablet has waiting before it writes no more. */
const backlog = 30
const tabletCount = 3
/**
 * Two tabs of the first tablet send at the same time: order and once-ness must not hang on a lock.
 */
const tabsOf = (tablet: number): number => (tablet === 0 ? 2 : 1)
/** Every so many rounds the cluster is killed too. */
const databaseEvery = 10
/** So many patients there are to discharge for each kill. */
const leavingPerKill = 6
/** A token is good for an hour. */
const tokenMs = 30 * 60_000

interface Load {
  isOver: boolean
  unanswered: number
  decided: number
  dischargesCut: number
}

/**
 * The moment of a kill: once this round decided a few commands, so that every kill falls into work,
 * however busy the machine is; in every fifth round at any moment.
 */
async function untilTheKill(load: Load, chance: Random): Promise<void> {
  if (chance.chance(0.2)) return sleep(chance.between(0, 500))
  const few = chance.between(1, 21)
  for (let left = 2_000; left > 0 && load.decided < few; left -= 1) await sleep(5)
  return sleep(chance.between(0, 100))
}

/**
 * Keeps writing and sending until told to stop; whatever fails is tried again, as a device does.
 */
async function work(
  tablet: ReferenceTablet,
  load: Load,
  chance: Random,
  isLast = false,
): Promise<void> {
  for (;;) {
    if (load.isOver || (isLast && tablet.isDone())) return
    const waiting = tablet.kept.filter(
      ({ state }) => state !== 'accepted' && state !== 'refused',
    ).length
    if (!isLast && waiting < backlog)
      for (let more = 1 + chance.below(6); more > 0; more -= 1)
        await tablet.note(
          chance.pick(authors),
          chance.pick(patients),
          `note ${tablet.group} ${tablet.kept.length} ${chance.next()}`,
        )
    const decided = await tablet.deliver(chance.pick(authors)).catch(() => {
      load.unanswered += 1
      return 0
    })
    load.decided += decided
    if (decided === 0) await sleep(10)
  }
}

/** Discharges one patient after the other until told to stop. */
async function dischargeAll(discharger: Discharger, load: Load, chance: Random): Promise<void> {
  while (!load.isOver) {
    const isLeft = await discharger.step('nurse').catch(() => {
      load.dischargesCut += 1
      return true
    })
    if (!isLeft) return
    await sleep(chance.between(0, 40))
  }
}

const introduce = async (tablet: ReferenceTablet): Promise<void> => {
  for (const author of authors) await tablet.sayHello(author)
}

/**
 * Starts it again after a kill. While its database is still on the way up the server ends; whoever
 * runs it starts it again.
 */
async function startAgain(server: ServerProcess): Promise<void> {
  for (let left = 20; ; left -= 1) {
    try {
      return await server.start()
    } catch (error) {
      if (left === 0) throw error
      await sleep(200)
    }
  }
}

/**
 * Kills the real server again and again while tablets write through it, then compares everything.
 */
export async function runKills(options: KillsOptions): Promise<KillsReport> {
  const { cluster, dataDir, say = () => {} } = options
  const began = Date.now()
  const chance = randomOf(options.seed ?? 1)
  const url = cluster?.newDatabase()
  const opening = url === undefined ? { dataDir } : { url }
  await prepare(opening)
  const leaving = await withDatabase(opening, (database) =>
    prepareDischarges(database, options.kills * leavingPerKill),
  )
  const server = createServerProcess({
    dataDir,
    password,
    ...(url === undefined ? {} : { url }),
    ...(options.entry === undefined ? {} : { entry: options.entry }),
  })
  const tablets = Array.from({ length: tabletCount }, () => createReferenceTablet(server.line))
  const discharger = createDischarger(server.line, leaving)
  const reader = createReferenceReader(
    server.line,
    'admin',
    patients.map(({ id }) => id),
    20,
  )
  let [rounds, serverKills, databaseKills, decidedUnderLoad] = [0, 0, 0, 0]
  let [unanswered, dischargesCut] = [0, 0]
  await server.start()
  let signedInAt = Date.now()
  await server.signIn([...authors, 'admin'])
  await Promise.all(tablets.map(introduce))

  while (serverKills < options.kills && Date.now() - began < (options.mostMs ?? Infinity)) {
    const load: Load = { isOver: false, unanswered: 0, decided: 0, dischargesCut: 0 }
    const reading = async (): Promise<void> => {
      while (!load.isOver) if (!(await reader.step().catch(() => false))) await sleep(25)
    }
    const running = [
      ...tablets.flatMap((tablet, index) =>
        Array.from({ length: tabsOf(index) }, () => work(tablet, load, chance)),
      ),
      reading(),
      dischargeAll(discharger, load, chance),
    ]
    await untilTheKill(load, chance)
    decidedUnderLoad += load.decided
    rounds += 1
    const alsoDatabase = cluster !== undefined && rounds % databaseEvery === 2
    if (alsoDatabase && chance.chance(0.5)) cluster.kill()
    await server.kill()
    if (alsoDatabase && cluster.isRunning()) cluster.kill()
    serverKills += 1
    // Nobody answers, and people go on writing.
    await sleep(chance.between(0, 30))
    load.isOver = true
    await Promise.all(running)
    unanswered += load.unanswered + load.dischargesCut
    dischargesCut += load.dischargesCut
    if (alsoDatabase) {
      databaseKills += 1
      cluster.start()
    }
    // Now and then it is killed while it starts, too.
    if (serverKills < options.kills && chance.chance(0.1)) {
      server.launch()
      await sleep(chance.between(0, 1_500))
      await server.kill()
      serverKills += 1
    }
    await startAgain(server)
    if (Date.now() - signedInAt > tokenMs) {
      signedInAt = Date.now()
      await server.signIn([...authors, 'admin'])
    }
    if (rounds % 20 === 0)
      say(
        `${serverKills} kills, ${tablets.reduce((sum, { kept }) => sum + kept.filter(({ state }) => state === 'accepted').length, 0)} accepted, ${Math.round((Date.now() - began) / 1000)} s`,
      )
  }

  const last: Load = { isOver: false, unanswered: 0, decided: 0, dischargesCut: 0 }
  await Promise.all(
    tablets.map(async (tablet) => {
      await introduce(tablet)
      await work(tablet, last, chance, true)
    }),
  )
  while (await reader.step()) await Promise.resolve()
  await server.stop()
  const verdict = await withDatabase(opening, async (database) => ({
    ...(await judge(database, tablets, reader)),
    ...(await judgeDischarges(database, discharger)),
  }))
  return {
    serverKills,
    databaseKills,
    unanswered,
    dischargesCut,
    decidedUnderLoad,
    seconds: Math.round((Date.now() - began) / 1000),
    ...verdict,
  }
}
