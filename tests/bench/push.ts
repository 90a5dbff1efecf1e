import { createReferenceTablet } from '../reliability/reference-tablet'
import type { ReferenceTablet } from '../reliability/reference-tablet'
import type { Line } from '../reliability/line'
import { startServer } from '../server/client'
import { buildWorld, now } from '../server/world'
import { onEngines, option, quantile } from './engines'

// Commands per second through syncPush, sealed and signed beforehand: one tablet alone, then four at the same time.
// The whole server in process, no network; a push carries ten commands.
const commands = Number(option('commands', '400'))
const rounds = Number(option('rounds', '5'))
const patients = [
  { id: 'a1', name: "Zoë O'Neill", birthDate: '1940-02-29', identifierLast4: '5919' },
  { id: 'a2', name: "Zac O'Neill", birthDate: '1940-02-29', identifierLast4: null },
] as const

await onEngines(async (database) => {
  await buildWorld(database)
  const server = await startServer(database)
  const line: Line = (query, variables, user) => server.ask(query, { as: user, variables: { ...variables } })
  const newTablet = async (): Promise<ReferenceTablet> => {
    const tablet = createReferenceTablet(line, { wall: () => now, monotonic: () => 0 })
    await tablet.sayHello('nurse')
    return tablet
  }
  const deliverAll = async (tablet: ReferenceTablet): Promise<void> => { while (!tablet.isDone()) await tablet.deliver('nurse') }
  const measure = async (tablets: number): Promise<number> => {
    const all = await Promise.all(Array.from({ length: tablets }, newTablet))
    for (const tablet of all)
      for (let index = 0; index < commands / tablets; index += 1) await tablet.note('nurse', patients[index % 2 === 0 ? 0 : 1], `note ${index}`)
    const began = performance.now()
    await Promise.all(all.map(deliverAll))
    const seconds = (performance.now() - began) / 1000
    if (all.some(({ kept }) => kept.some(({ state }) => state !== 'accepted'))) throw new Error('A command was not accepted')
    return commands / seconds
  }
  for (const tablets of [1, 4]) {
    await measure(tablets)
    const series: number[] = []
    for (let round = 0; round < rounds; round += 1) series.push(await measure(tablets))
    console.log(`${database.engine}, ${tablets} tablet${tablets === 1 ? '' : 's at once'}: best ${Math.max(...series).toFixed(0)}, median ${quantile(series, 0.5).toFixed(0)} commands/s (${rounds} rounds of ${commands})`)
  }
})
