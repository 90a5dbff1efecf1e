import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { serve } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import description from '../../../docs/api/openapi.json'
import type { Database } from '../../../server/db/database'
import { seedDemonstration } from '../../../server/demonstration'
import { systemClock } from '../../../server/clock'
import { box, ingestApp, noIdentity } from './device'
import { openMemory } from '../memory'

const run = promisify(execFile)
const examples = [
  ...readFileSync('docs/ingest.md', 'utf8').matchAll(/^### (.+)\n```sh\n([\s\S]*?)^```/gmu),
].map(([, title = '', script = '']) => [title, script] as const)

const { schemas } = description.components
/** How the answer to each example is described. */
const answers: Readonly<Record<string, { readonly properties: object }>> = {
  'A check-up': schemas.StoredCheckup,
  'A monitoring bucket': schemas.StoredMonitoringBucket,
  'A waveform': schemas.StoredWaveform,
  'A file': schemas.StoredFile,
}

let database: Database
let url = ''
let stop: () => void = () => {}
beforeAll(async () => {
  database = await openMemory()
  await seedDemonstration({ database, identity: noIdentity, secrets: box, clock: systemClock })
  const app = ingestApp(database, { clock: systemClock })
  await new Promise<void>((resolve) => {
    const server = serve(
      { fetch: (request) => app.fetch(request), port: 0, hostname: '127.0.0.1' },
      (info: AddressInfo) => {
        url = `http://127.0.0.1:${info.port}`
        resolve()
      },
    )
    stop = () => server.close()
  })
})
afterAll(async () => {
  stop()
  await database.close()
})

test('the documentation has an example for each path', () => {
  expect(examples.map(([title]) => title)).toEqual([
    'A check-up',
    'A monitoring bucket',
    'A waveform',
    'A file',
  ])
})

test.each(examples)('the documented curl works as pasted: %s', async (title, script) => {
  const { stdout } = await run('sh', ['-c', script], {
    env: { ...process.env, LAMPLIGHT_URL: url },
  })
  const [answer = '', status] = stdout.trim().split('\n')
  expect(status, stdout).toBe('201')
  const stored: unknown = JSON.parse(answer)
  expect(stored).toMatchObject({ replay: false })
  // The answer is as docs/api/openapi.json describes it, and tells nothing more.
  const described = answers[title]
  expect(z.fromJSONSchema(described as z.core.JSONSchema.JSONSchema).safeParse(stored).error).toBe(
    undefined,
  )
  expect(Object.keys(described?.properties ?? {}).toSorted()).toEqual(
    Object.keys(z.record(z.string(), z.unknown()).parse(stored)).toSorted(),
  )
  if (title === 'A check-up')
    expect(stored).toMatchObject({ ewsScores: { totalScore: 7, missing: 0 } })
})
