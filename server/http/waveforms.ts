import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import { Hono } from 'hono'
import type { Context } from 'hono'
import { z } from 'zod'
import { waveformKinds } from '../../src/domain/ecg/waveform'
import { findUnstorable, unstorableMessage } from '../../src/domain/text/storable'
import { instantSchema } from '../../src/domain/time/instant'
import type { BinaryWindow } from '../areas/waveform/resolvers'
import type { Caller } from '../graphql/caller'
import type { Guarded } from '../graphql/guard'
import { answerRefusal } from './rest'

const pack = promisify(gzip)
const asked = z.strictObject({
  patientId: z.string().min(1).max(100),
  type: z.enum(waveformKinds),
  start: instantSchema.optional(),
  end: instantSchema,
})

const tagsOf = (header: string | undefined): readonly string[] =>
  Array.from((header ?? '').matchAll(/"([\w-]+)"/g), ([, tag]) => tag ?? '').slice(0, 20)

/**
 * `GET /waveforms/{patientId}/{type}?start=&end=`: the query `waveform` in binary
 * (docs/waveforms.md), with an ETag. `no-store`: the portal keeps windows sealed in its own store.
 */
export const waveformRoutes = ({
  callerOf,
  waveformWindow,
}: {
  readonly callerOf: (c: Context) => Caller
  readonly waveformWindow: Guarded
}): Hono => {
  const app = new Hono()
  app.onError((error, c) => answerRefusal(c, error))
  app.get('/waveforms/:patientId/:type', async (c) => {
    const read = asked.safeParse({ ...c.req.param(), ...c.req.query() })
    if (findUnstorable([...Object.values(c.req.param()), ...Object.values(c.req.query())]) !== null)
      return c.json({ message: unstorableMessage, code: 'BAD_USER_INPUT' }, 400)
    if (!read.success)
      return c.json(
        {
          message: `${read.error.issues[0]?.path.join('.') || 'The query'} is not right`,
          code: 'BAD_USER_INPUT',
        },
        400,
      )
    const window = (await waveformWindow(
      { ...read.data, known: tagsOf(c.req.header('if-none-match')) },
      { caller: callerOf(c), extensions: null },
    )) as BinaryWindow
    c.header('ETag', `W/"${window.tag}"`)
    c.header('Vary', 'Accept-Encoding')
    if (window.bytes === null) return c.body(null, 304)
    c.header('Content-Type', 'application/octet-stream')
    if (!/\bgzip\b/.test(c.req.header('accept-encoding') ?? '')) return c.body(window.bytes)
    c.header('Content-Encoding', 'gzip')
    // Differences hardly repeat: the filtered strategy finds what the default one misses.
    return c.body(Uint8Array.from(await pack(window.bytes, { strategy: constants.Z_FILTERED })))
  })
  return app
}
