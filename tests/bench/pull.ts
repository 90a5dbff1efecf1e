import { newDeviceKey } from '../server/sync/device'
import { fieldOf } from '../reliability/line'
import { startServer } from '../server/client'
import { addManyPatients } from '../server/many-patients'
import { at, buildWorld } from '../server/world'
import { onEngines, option, quantile } from './engines'

// A pull of a scope in which nothing changed: what every tablet asks every few seconds. The whole server in process.
const patients = Number(option('patients', '5000'))
const pulls = Number(option('pulls', '40'))
const group = 'group-of-the-bench'

interface Pulled { readonly more: boolean; readonly scopes: readonly { readonly next: string; readonly put: readonly unknown[]; readonly remove: readonly unknown[] }[] }

await onEngines(async (database) => {
  await buildWorld(database)
  await addManyPatients(database, patients)
  const server = await startServer(database)
  const ask = (query: string, input: Record<string, unknown>) => server.ask(query, { as: 'nurse', variables: { in: { group, ...input } } })
  const { publicKey } = await newDeviceKey()
  const { epoch } = fieldOf<{ epoch: string }>(
    await ask('query ($in: HelloIn!) { syncHello(in: $in) { epoch } }', { clientVersion: '3.15.0', schemaVersion: 1, devicePublicKey: publicKey, wallClock: at(0) }), 'syncHello')
  const pull = async (scope: string, cursor: string | null): Promise<Pulled> => fieldOf(
    await ask('query ($in: PullIn!) { syncPull(in: $in) { more scopes { next put { __typename } remove { id } } } }', { epoch, cursors: [{ scope, cursor }] }), 'syncPull')

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
    for (let index = 0; index < pulls; index += 1) {
      const before = performance.now()
      const { scopes } = await pull(scope, cursor)
      if (index >= 5) series.push(performance.now() - before)
      if (scopes[0]?.put.length !== 0 || scopes[0].remove.length !== 0) throw new Error(`${scope} is not quiet`)
      cursor = scopes[0].next
    }
    console.log(`${database.engine}, ${scope}: ${rows} rows at first in ${first.toFixed(0)} ms; quiet: least ${Math.min(...series).toFixed(1)}, median ${quantile(series, 0.5).toFixed(1)}, p95 ${quantile(series, 0.95).toFixed(1)} ms (${series.length} pulls)`)
  }
})
