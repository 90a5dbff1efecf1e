import { mostFileBytes } from '../../src/domain/checkup/checkup-file'
import { parseJson } from '../../src/domain/text/json'
import { Refusal } from './refusal'

/** Most bytes of a body; 100 check-ups are about 150 KB, ten minutes of ECG about 1 MB. */
export const bodyLimits = {
  checkups: 1_048_576,
  'monitoring-buckets': 1_048_576,
  waveforms: 4_194_304,
  'callback-requests': 1_048_576,
  // The largest file in base64, with what is said of it.
  files: Math.ceil(mostFileBytes / 3) * 4 + 65_536,
  'chat-messages': 1_048_576,
} as const

/** The most items in one array. */
export const maxItems = 100

const tooLarge = (limit: number): Refusal =>
  new Refusal(
    413,
    'BODY_TOO_LARGE',
    `The body may have ${limit} bytes at most. Nothing was stored.`,
  )

/** Refuses what is not plain JSON by its headers. @throws Refusal 415 */
export const requireJson = (headers: Headers): void => {
  const type = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json')
    throw new Refusal(415, 'NOT_JSON', 'Content-Type must be application/json. Nothing was stored.')
  const encoding = headers.get('content-encoding')
  if (encoding !== null && encoding !== 'identity')
    throw new Refusal(415, 'ENCODED', 'The body must not be compressed. Nothing was stored.')
}

/** The bytes of a body, read no further than the limit. @throws Refusal 413 */
export const readBody = async (request: Request, limit: number): Promise<Uint8Array> => {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit)
  const parts: Uint8Array[] = []
  let size = 0
  const reader = request.body?.getReader()
  if (reader === undefined) return new Uint8Array()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength
    if (size > limit) {
      await reader.cancel()
      throw tooLarge(limit)
    }
    parts.push(part.value)
  }
  return Buffer.concat(parts)
}

/** What the bytes say, as parseJson. @throws Refusal 400 when they are not UTF-8 or not JSON */
export const parseBody = (body: Uint8Array): unknown => {
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch (error) {
    // Only what JSON.parse says about positions; its message can quote the body.
    throw new Refusal(
      400,
      'MALFORMED_JSON',
      `The body is not JSON${error instanceof SyntaxError ? '' : ' in UTF-8'}. Nothing was stored.`,
    )
  }
}
