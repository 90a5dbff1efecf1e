import { Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import type { Clock } from '../clock'
import type { Database } from '../db/database'
import { readTimestamp, timestampWindowMs, verifySignature } from '../ingest/signature'
import type { SecretBox } from '../secret-box'
import type { Sending } from '../../src/domain/ehr-integration/answer'
import { createEgress, type EgressOptions, type Outward } from './egress'

/** Below the base path of the API. */
export const demoReceiverPath = '/demo-ehr'
const mostKept = 100
/** Longer than anybody waits for an answer, milliseconds. */
const slowMs = 15_000

const arrivedSchema = z.object({
  id: z.string(),
  type: z.string(),
  patient: z.object({ firstName: z.string(), lastName: z.string() }),
  approvedBy: z.object({ email: z.string() }).nullable(),
  consultationNote: z.string(),
  codedDataItems: z.array(
    z.object({ code: z.string(), value: z.string(), units: z.string().nullable() }),
  ),
})

interface Kept extends z.infer<typeof arrivedSchema> {
  readonly at: string
  /** How often the same event came again. */
  repeats: number
}

/** An address without a port is that of this server: what is stored outlives a change of it. */
const toDemoReceiver = (outward: Outward, base: string, port: number): Outward => {
  if (!URL.canParse(outward.address)) return outward
  const url = new URL(outward.address)
  if (url.hostname !== '127.0.0.1' || url.port !== '') return outward
  if (!url.pathname.startsWith(`${base}${demoReceiverPath}/`)) return outward
  url.port = String(port)
  return { ...outward, address: url.href }
}

const isDemoReceiver = (address: string, base: string, port: number): boolean => {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  return (
    url.protocol === 'http:' &&
    url.hostname === '127.0.0.1' &&
    (url.port || '80') === String(port) &&
    url.pathname.startsWith(`${base}${demoReceiverPath}/`)
  )
}

/** Posts to other systems, and of this machine to the demonstration's own receiver alone. */
export const createDemoEgress = (
  base: string,
  port: number,
  options: Omit<EgressOptions, 'allowsLoopback'> = {},
): ((outward: Outward) => Promise<Sending>) => {
  const toOthers = createEgress({ ...options, allowsLoopback: false })
  const toOwn = createEgress({ ...options, allowsLoopback: true })
  return (outward) => {
    const to = toDemoReceiver(outward, base, port)
    return isDemoReceiver(to.address, base, port) ? toOwn(to) : toOthers(to)
  }
}

/**
 * The other system of the demonstration: it checks the signature as a real one should, keeps what
 * comes in memory and shows it at `/demo-ehr`. The last part of the address says how it answers:
 * `accept`, `refuse`, `fail` or `slow`.
 */
export const createDemoReceiver = ({
  database,
  secrets,
  clock,
  base,
}: {
  readonly database: Database
  readonly secrets: Pick<SecretBox, 'open'>
  readonly clock: Clock
  readonly base: string
}): Hono => {
  const kept = new Map<string, Kept>()
  const secretOf = async (id: string): Promise<string | null> => {
    const row = await database.kysely
      .selectFrom('ehr_integration')
      .select('secret')
      .where('id', '=', id)
      .executeTakeFirst()
    return row === undefined ? null : secrets.open(id, row.secret)
  }
  const app = new Hono()
  app.post('/:how{accept|refuse|fail|slow}', async (c) => {
    const body = new Uint8Array(await c.req.arrayBuffer())
    const timestamp = c.req.header('X-Timestamp') ?? ''
    const secret = await secretOf(c.req.header('X-Integration-Id') ?? '')
    const atMs = readTimestamp(timestamp)
    const how = c.req.param('how')
    const isSigned =
      secret !== null &&
      atMs !== null &&
      Math.abs(clock.now() - atMs) <= timestampWindowMs &&
      verifySignature(
        secret,
        { timestamp, method: 'POST', path: `${base}${demoReceiverPath}/${how}`, body },
        c.req.header('X-Signature') ?? '',
      )
    if (!isSigned) return c.json({ message: 'The signature is wrong' }, 401)
    if (how === 'refuse') return c.json({ message: 'The patient is not registered here' }, 422)
    if (how === 'fail') return c.json({ message: 'The record is being maintained' }, 500)
    if (how === 'slow') await new Promise((resolve) => setTimeout(resolve, slowMs))
    const read = arrivedSchema.safeParse(JSON.parse(Buffer.from(body).toString('utf8')))
    if (!read.success) return c.json({ message: 'This is not an event' }, 400)
    const before = kept.get(read.data.id)
    if (before === undefined)
      kept.set(read.data.id, { ...read.data, at: new Date(clock.now()).toISOString(), repeats: 0 })
    else before.repeats += 1
    for (const id of [...kept.keys()].slice(0, Math.max(0, kept.size - mostKept))) kept.delete(id)
    return c.json({ message: 'Filed' }, before === undefined ? 201 : 200)
  })
  app.get('/', (c) => {
    const rows = [...kept.values()].toReversed().map(
      (one) =>
        html`<article>
          <h2>${one.patient.lastName}, ${one.patient.firstName}</h2>
          <p>
            ${one.at} · ${one.type} ·
            ${one.id}${one.repeats === 0 ? '' : ` · came again ${one.repeats} times`}
          </p>
          <p>
            ${one.approvedBy === null ? 'Filed in nobody’s name' : `Filed in the name of ${one.approvedBy.email}`}
          </p>
          <pre>${one.consultationNote}</pre>
          <table>
            <caption>
              Coded values
            </caption>
            <thead>
              <tr>
                <th scope="col">Code</th>
                <th scope="col">Value</th>
                <th scope="col">Unit</th>
              </tr>
            </thead>
            <tbody>
              ${one.codedDataItems.map(
                (item) =>
                  html`<tr>
                    <td>${item.code}</td>
                    <td>${item.value}</td>
                    <td>${item.units ?? ''}</td>
                  </tr>`,
              )}
            </tbody>
          </table>
        </article>`,
    )
    return c.html(
      html`<!doctype html>
        <html lang="en-GB">
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width" />
            <title>The other system of the demonstration</title>
          </head>
          <body>
            <main>
              <h1>The other system of the demonstration</h1>
              <p>
                What integrations sent here since the server started, newest first. Everything is
                invented.
              </p>
              ${rows.length === 0 ? html`<p>Nothing has come yet.</p>` : rows}
            </main>
          </body>
        </html>`,
    )
  })
  return app
}
