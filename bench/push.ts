// Case: commands per second through syncPush (PGlite and PostgreSQL)
// Smallest: --engine postgres --commands 20 --rounds 1
import { sql } from 'kysely'
import { createReferenceTablet, type ReferenceTablet } from '../tests/reliability/reference-tablet'
import type { Line } from '../tests/reliability/line'
import { startServer } from '../tests/server/client'
import { buildWorld, now } from '../tests/server/world'
import { onEngines, option, quantile } from './engines'

// Commands per second through syncPush, sealed and signed beforehand: one tablet alone, then four
// at the same time. The whole server in process, no network; a push carries ten commands.
const commands = Number(option('commands', '400'))
const rounds = Number(option('rounds', '5'))
const patients = [
  { id: 'a1', name: "Zoë O'Neill", birthDate: '1940-02-29', identifierLast4: '5919' },
  { id: 'a2', name: "Zac O'Neill", birthDate: '1940-02-29', identifierLast4: null },
] as const

/** CPU is what counts on a busy machine: it hardly depends on who else is there. */
interface Measured {
  readonly perSecond: number
  readonly cpuMs: number
  readonly commits: number
}

await onEngines(async (database) => {
  await buildWorld(database)
  const server = await startServer(database)
  const line: Line = (query, variables, user) =>
    server.ask(query, { as: user, variables: { ...variables } })
  const newTablet = async (): Promise<ReferenceTablet> => {
    const tablet = createReferenceTablet(line, { wall: () => now, monotonic: () => 0 })
    await tablet.sayHello('nurse')
    return tablet
  }
  const deliverAll = async (tablet: ReferenceTablet): Promise<void> => {
    while (!tablet.isDone()) await tablet.deliver('nurse')
  }
  /** Commits of all connections so far; PGlite counts none. */
  const commits = async (): Promise<number> => {
    await sql`select pg_stat_force_next_flush()`.execute(database.kysely)
    await sql`select pg_stat_clear_snapshot()`.execute(database.kysely)
    const { rows } = await sql<{
      n: number
    }>`select xact_commit::int as n from pg_stat_database where datname = current_database()`.execute(
      database.kysely,
    )
    return rows[0]?.n ?? 0
  }
  const measure = async (tablets: number): Promise<Measured> => {
    const all = await Promise.all(Array.from({ length: tablets }, newTablet))
    for (const tablet of all)
      for (let index = 0; index < commands / tablets; index += 1)
        await tablet.note('nurse', patients[index % 2 === 0 ? 0 : 1], `note ${index}`)
    const before = await commits()
    const cpu = process.cpuUsage()
    const began = performance.now()
    await Promise.all(all.map(deliverAll))
    const seconds = (performance.now() - began) / 1000
    if (all.some(({ kept }) => kept.some(({ state }) => state !== 'accepted')))
      throw new Error('A command was not accepted')
    const { user, system } = process.cpuUsage(cpu)
    return {
      perSecond: commands / seconds,
      cpuMs: (user + system) / 1000 / commands,
      commits: ((await commits()) - before) / commands,
    }
  }
  for (const tablets of [1, 4]) {
    await measure(tablets)
    const series: Measured[] = []
    for (let round = 0; round < rounds; round += 1) series.push(await measure(tablets))
    const perSecond = series.map((one) => one.perSecond)
    console.log(
      `${database.engine}, ${tablets} tablet${tablets === 1 ? '' : 's at once'}: best ${Math.max(...perSecond).toFixed(0)}, median ${quantile(perSecond, 0.5).toFixed(0)} commands/s; ` +
        `of the process's own CPU ${Math.min(...series.map(({ cpuMs }) => cpuMs)).toFixed(1)} ms a command; ${Math.min(...series.map((one) => one.commits)).toFixed(1)} commits a command (${rounds} rounds of ${commands})`,
    )
  }
})
