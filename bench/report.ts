import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'

/** A bar of design/performance.md that a case measures itself against. */
export type Bar = { readonly name: string; readonly unit: string } & (
  { readonly atMost: number } | { readonly atLeast: number }
)

/** As `npm run bench -- --json FILE` writes it; `value` null: the case did not come to it. */
export interface BarResult {
  readonly name: string
  readonly value: number | null
  readonly bar: number
  readonly met: boolean
  readonly unit: string
  readonly holds: 'at most' | 'at least'
}

/**
 * What a case says of itself to whoever runs it (scripts/bench.mjs, in the environment): nothing is
 * written without.
 */
const file = process.env['BENCH_PART']
const figures: Record<string, number | string> = {}
let results: readonly BarResult[] = []
const keep = (): void => {
  if (file !== undefined)
    writeFileSync(file, JSON.stringify({ load: loadavg()[0] ?? 0, figures, bars: results }))
}

/** Names the bars of a case, before it measures: one that dies on the way has not met them. */
export const declareBars = (bars: readonly Bar[]): void => {
  results = bars.map((bar) => ({
    name: bar.name,
    value: null,
    met: false,
    unit: bar.unit,
    ...('atMost' in bar
      ? { bar: bar.atMost, holds: 'at most' as const }
      : { bar: bar.atLeast, holds: 'at least' as const }),
  }))
  keep()
}

/**
 * What was measured of a declared bar, in its unit; said and kept. Throws for a bar that was not
 * declared.
 */
export const measured = (name: string, value: number): void => {
  const found = results.find((bar) => bar.name === name)
  if (found === undefined) throw new Error(`No bar is called ${name}`)
  const met = found.holds === 'at most' ? value <= found.bar : value >= found.bar
  results = results.map((bar) =>
    bar === found ? { ...bar, value: Math.round(value * 1000) / 1000, met } : bar,
  )
  console.log(
    `  ${met ? 'met    ' : 'NOT met'}  ${name}: ${value.toFixed(found.bar < 10 ? 2 : 1)} ${found.unit} (${found.holds} ${found.bar}; load ${loadavg()[0]?.toFixed(1)})`,
  )
  keep()
}

/** A figure beside the bars. */
export const figure = (name: string, value: number | string): void => {
  figures[name] = typeof value === 'number' ? Math.round(value * 1000) / 1000 : value
  keep()
}
