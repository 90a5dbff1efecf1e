import { z } from 'zod'
import { problem, toProblem } from '../domain/problem'
import type { WindowForm } from '../domain/ecg/pen'
import type { GotBytes, Sender } from '../platform/graphql'
import type { CacheStore } from '../engine/store'
import type { WaveformAnswer, WaveformRequest, Waveforms } from './waveform/waveforms'
import { waveformReadings } from './waveform/waveform.resource'

/** Characters that windows may take on a device. */
const mostText = 200_000_000
/** A server that has no such path has the query. */
const hasNoBinary = new Set(['not-found', 'invalid-arguments'])

const keptSchema = z.object({
  kind: z.enum(['binary', 'text']),
  packed: z.string(),
  tag: z.string().nullable(),
})

const base64Of = (bytes: Uint8Array): string => {
  let text = ''
  // In pieces: a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 32_768)
    text += String.fromCharCode(...bytes.subarray(at, at + 32_768))
  return btoa(text)
}
/**
 * Chromium has it since 140, Safari since 18.2, Firefox since 133; TypeScript's own library not
 * yet.
 */
const native = (Uint8Array as { readonly fromBase64?: (text: string) => Uint8Array<ArrayBuffer> })
  .fromBase64
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => {
  if (native !== undefined) return native.call(Uint8Array, text)
  const letters = atob(text)
  const bytes = new Uint8Array(letters.length)
  for (let at = 0; at < letters.length; at++) bytes[at] = letters.charCodeAt(at)
  return bytes
}
const through = async (
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<ArrayBuffer> =>
  await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer()

/**
 * Packed before it is sealed: what is sealed does not compress. Streams work beside the page's
 * thread.
 */
const pack = async (form: WindowForm): Promise<string> => {
  const bytes =
    form.kind === 'binary' ? new Uint8Array(form.bytes) : new TextEncoder().encode(form.text)
  return base64Of(new Uint8Array(await through(bytes, new CompressionStream('gzip'))))
}
const unpack = async ({ kind, packed }: z.infer<typeof keptSchema>): Promise<WindowForm> => {
  const bytes = await through(bytesOf(packed), new DecompressionStream('gzip'))
  return kind === 'binary' ? { kind, bytes } : { kind, text: new TextDecoder().decode(bytes) }
}

const rowId = ({ patientId, type, from, to }: WaveformRequest): string =>
  `${patientId} ${type} ${from} ${to}`
const keptRow = (request: WaveformRequest, value: z.infer<typeof keptSchema>) => ({
  id: rowId(request),
  subjectId: request.patientId,
  at: request.from,
  revision: 0,
  value,
})

const fetchBinary = async (
  sender: Sender,
  request: WaveformRequest,
  organizationId: string,
  known: string | null,
): Promise<GotBytes> => {
  const query = new URLSearchParams({
    start: new Date(request.from).toISOString(),
    end: new Date(request.to).toISOString(),
  })
  const path = `/waveforms/${encodeURIComponent(request.patientId)}/${request.type}?${query.toString()}`
  const document = { name: 'WaveformWindow', operation: 'query', text: '' } as const
  return (await sender.send({
    document,
    variables: { patientId: request.patientId },
    organizationId,
    get: { path, known },
  })) as GotBytes
}
const fetchText = async (
  sender: Sender,
  request: WaveformRequest,
  organizationId: string,
): Promise<string> => {
  const asked = waveformReadings.request(request)
  if (asked.via !== 'graphql') throw new Error('Not a query')
  return (await sender.send({ ...asked.operation, organizationId, asText: true })) as string
}

/**
 * Windows of the store that is open, over the page's own sender.
 */
export const createWaveforms = (options: {
  readonly sender: Sender
  readonly cache: () => CacheStore | null
  readonly now: () => number
  readonly report: (thrown: unknown, where: string) => void
}): Waveforms => {
  const { sender, report } = options

  const kept = async (request: WaveformRequest): Promise<WaveformAnswer | null> => {
    const cache = options.cache()
    if (cache === null || cache.isClosed()) return null
    try {
      const [row] = await cache.rows('waveform', { by: 'id', id: rowId(request) })
      if (row === undefined) return null
      const value = keptSchema.parse(await cache.openRow('waveform', row))
      return { form: await unpack(value), asOf: row.asOf, tag: value.tag }
    } catch (thrown) {
      report(thrown, 'waveform')
      return null
    }
  }

  const keep = async (
    cache: CacheStore,
    request: WaveformRequest,
    packed: Promise<string>,
    { form, asOf, tag }: WaveformAnswer,
  ): Promise<void> => {
    try {
      const value: z.infer<typeof keptSchema> = { kind: form.kind, packed: await packed, tag }
      await cache.accept({ table: 'waveform', asOf, rows: [keptRow(request, value)] })
      await cache.trimSized(mostText, ['waveform'])
    } catch (thrown) {
      // It is shown all the same.
      report(thrown, 'waveform')
    }
  }

  /**
   * The server holds what `known` names: kept here under that name it is as of then, also when it
   * is opened offline, and goes later.
   */
  const renew = async (
    cache: CacheStore,
    request: WaveformRequest,
    known: string | null,
    asOf: number,
  ): Promise<void> => {
    try {
      const [row] = await cache.rows('waveform', { by: 'id', id: rowId(request) })
      if (row === undefined || row.asOf >= asOf) return
      const value = keptSchema.parse(await cache.openRow('waveform', row))
      if (value.tag === known)
        await cache.accept({ table: 'waveform', asOf, rows: [keptRow(request, value)] })
    } catch (thrown) {
      report(thrown, 'waveform')
    }
  }

  return {
    kept,
    ask: async (request, known) => {
      const cache = options.cache()
      if (cache === null || cache.isClosed())
        return { kind: 'refused', problem: problem('no-token') }
      const hold = (answer: WaveformAnswer) => {
        // Read before the pen takes the bytes away.
        void keep(cache, request, pack(answer.form), answer)
        return { kind: 'done', value: { kind: 'window', answer } } as const
      }
      try {
        const { bytes, tag } = await fetchBinary(sender, request, cache.organizationId, known)
        const asOf = options.now()
        if (bytes === null) {
          void renew(cache, request, known, asOf)
          return { kind: 'done', value: { kind: 'unchanged', asOf } }
        }
        return hold({ form: { kind: 'binary', bytes }, asOf, tag })
      } catch (thrown) {
        const failure = toProblem(thrown)
        if (failure.kind === 'forbidden')
          await cache.remove('waveform', { by: 'subject', subjectId: request.patientId })
        if (!hasNoBinary.has(failure.kind)) return { kind: 'refused', problem: failure }
      }
      try {
        return hold({
          form: { kind: 'text', text: await fetchText(sender, request, cache.organizationId) },
          asOf: options.now(),
          tag: null,
        })
      } catch (thrown) {
        const failure = toProblem(thrown)
        // No longer this user's to see: what the device kept of it goes too.
        if (failure.kind === 'not-found' || failure.kind === 'forbidden')
          await cache.remove('waveform', { by: 'subject', subjectId: request.patientId })
        else report(thrown, 'waveform')
        return { kind: 'refused', problem: failure }
      }
    },
    pen: async (...given) => (await import('../platform/compute/trace-pen')).openTracePen(...given),
  }
}
