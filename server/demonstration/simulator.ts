// The device simulator, a client of the ingest API, and the staff who answer some of what it raises: npx tsx server/demonstration/simulator.ts --url
// http://localhost:8080 --state .data/simulator [--days 30 | --since 2026-01-01] [--once]
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { RefusedError } from './ingest-client'
import { dayMs } from './schedule'
import { runSimulation } from './simulation'
import { createStaff } from './staff'

const optionsSchema = z.object({
  url: z.url().default('http://localhost:8080'),
  state: z.string().min(1).default('.data/simulator'),
  days: z.coerce.number().int().min(1).max(365).default(30),
  since: z
    .string()
    .refine((text) => Number.isFinite(Date.parse(text)), 'Not a date')
    .optional(),
  once: z.boolean().default(false),
})

const say = (line: string): void => {
  process.stdout.write(`simulator: ${line}\n`)
}

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    state: { type: 'string' },
    days: { type: 'string' },
    since: { type: 'string' },
    once: { type: 'boolean' },
  },
})
const options = optionsSchema.parse(values)
const stop = new AbortController()
for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => stop.abort())

try {
  await runSimulation({
    url: options.url,
    stateDirectory: options.state,
    once: options.once,
    signal: stop.signal,
    say,
    now: () => Date.now(),
    staff: createStaff({ url: options.url, signal: stop.signal, now: () => Date.now() }),
    days:
      options.since === undefined
        ? options.days
        : Math.max(1, Math.ceil((Date.now() - Date.parse(options.since)) / dayMs)),
  })
} catch (error) {
  if (!stop.signal.aborted) {
    say(
      error instanceof RefusedError
        ? error.message
        : `failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    )
    process.exitCode = 1
  }
}
