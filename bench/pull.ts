// Case: a quiet delta pull of ROSTER and PATIENT, 5,000 patients
// Quick: --engine postgres --pulls 160 | 40 s
// Smallest: --engine postgres --patients 20 --pulls 4
import { sql } from 'kysely'
import { newDeviceKey } from '../tests/server/sync/device'
import { fieldOf } from '../tests/reliability/line'
import { startServer } from '../tests/server/client'
import { addManyPatients } from '../tests/server/many-patients'
import { at, buildWorld } from '../tests/server/world'
import { onEngines, option, quantile } from './engines'
import { declareBars, figure, measured } from './report'

// A pull of a scope in which nothing changed: what every tablet asks every few seconds. The whole
// server in process. Beside each pull, in turn, its floor: a transaction of two bare statements in
// the same database, and a question to the same server that reads nothing but who asks.
const patients = Number(option('patients', '5000'))
const pulls = Number(option('pulls', '400'))
/** Pulls that count for nothing: a server that has just started compiles what it runs. */
const warm = Math.min(60, Math.floor(pulls / 4))
const group = 'group-of-the-bench'
const bars = {
  ROSTER: 'delta pull of a quiet ward, PostgreSQL',
  PATIENT: 'delta pull of a quiet patient, PostgreSQL',
}
declareBars(Object.values(bars).map((name) => ({ name, unit: 'ms', atMost: 5 })))

interface Pulled {
  readonly more: boolean
  readonly scopes: readonly {
    readonly next: string
    readonly put: readonly unknown[]
    readonly remove: readonly unknown[]
  }[]
}

await onEngines(async (database, owner) => {
  await buildWorld(database)
  await addManyPatients(owner.asSystem, patients)
  const server = await startServer(database)
  const ask = (query: string, input: Record<string, unknown>) =>
    server.ask(query, { as: 'nurse', variables: { in: { group, ...input } } })
  const { publicKey } = await newDeviceKey()
  const { epoch } = fieldOf<{ epoch: string }>(
    await ask('query ($in: HelloIn!) { syncHello(in: $in) { epoch } }', {
      clientVersion: '3.15.0',
      schemaVersion: 1,
      devicePublicKey: publicKey,
      wallClock: at(0),
    }),
    'syncHello',
  )
  const pull = async (scope: string, cursor: string | null): Promise<Pulled> =>
    fieldOf(
      await ask(
        'query ($in: PullIn!) { syncPull(in: $in) { more scopes { next put { __typename } remove { id } } } }',
        { epoch, cursors: [{ scope, cursor }] },
      ),
      'syncPull',
    )

  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const before = performance.now()
    await work()
    return performance.now() - before
  }
  const bareStatements = (): Promise<unknown> =>
    database.kysely.transaction().execute(async (transaction) => {
      for (let turn = 0; turn < 2; turn += 1) await sql`select 1`.execute(transaction)
    })
  const bareQuestion = (): Promise<unknown> => server.ask('{ me { id } }', { as: 'nurse' })

  for (const scope of ['ROSTER:w', 'PATIENT:a1']) {
    let cursor: string | null = null
    let rows = 0
    const began = performance.now()
    for (;;) {
      const pulled: Pulled = await pull(scope, cursor)
      cursor = pulled.scopes[0]?.next ?? null
      rows += pulled.scopes[0]?.put.length ?? 0
      if (!pulled.more) break
    }
    const first = performance.now() - began
    const series: number[] = []
    const floors = { statements: [] as number[], question: [] as number[] }
    let used = 0
    for (let index = 0; index < pulls; index += 1) {
      const [statements, question] = [await timed(bareStatements), await timed(bareQuestion)]
      const cpu = process.cpuUsage()
      const before = performance.now()
      const { scopes } = await pull(scope, cursor)
      if (index >= warm) {
        series.push(performance.now() - before)
        floors.statements.push(statements)
        floors.question.push(question)
      }
      const { user, system } = process.cpuUsage(cpu)
      if (index >= warm) used += user + system
      if (scopes[0]?.put.length !== 0 || scopes[0].remove.length !== 0)
        throw new Error(`${scope} is not quiet`)
      cursor = scopes[0].next
    }
    const cpuMs = used / 1000 / (pulls - warm)
    const [statements, question] = [
      quantile(floors.statements, 0.5),
      quantile(floors.question, 0.5),
    ]
    figure(
      `${database.engine}, ${scope.split(':')[0] ?? ''}, median against that of a question that reads nothing`,
      quantile(series, 0.5) / question,
    )
    figure(`${database.engine}, ${scope.split(':')[0] ?? ''}, CPU of the service, ms`, cpuMs)
    if (database.engine === 'postgres')
      measured(scope.startsWith('ROSTER') ? bars.ROSTER : bars.PATIENT, quantile(series, 0.5))
    figure(`${database.engine}, ${scope.split(':')[0] ?? ''}, least, ms`, Math.min(...series))
    console.log(
      `${database.engine}, ${scope}: ${rows} rows at first in ${first.toFixed(0)} ms; quiet: least ${Math.min(...series).toFixed(1)}, median ${quantile(series, 0.5).toFixed(1)}, p95 ${quantile(series, 0.95).toFixed(1)} ms; CPU of the service ${cpuMs.toFixed(1)} ms (${series.length} pulls); ` +
        `medians of the floor: two bare statements ${statements.toFixed(1)}, a question that reads nothing ${question.toFixed(1)} ms (${(quantile(series, 0.5) / question).toFixed(2)} of it)`,
    )
  }
})
