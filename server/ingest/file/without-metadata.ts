import type { MediaType } from '../../../src/domain/checkup/checkup-file'
import { jpegWithoutMetadata } from './jpeg'

/** A chunk of a container, whole. */
interface Chunk {
  readonly name: string
  readonly bytes: Buffer
}

/** What a PNG needs to be drawn as it was; text, times, Exif and what others add is left out. */
const pngKept: ReadonlySet<string> = new Set([
  ...['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'pHYs'],
  ...['bKGD', 'cICP', 'acTL', 'fcTL', 'fdAT'],
])

const pngWithoutMetadata = (bytes: Buffer): Buffer | null => {
  const kept: Buffer[] = [bytes.subarray(0, 8)]
  for (let at = 8; at + 12 <= bytes.length;) {
    const next = at + 12 + bytes.readUInt32BE(at)
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (next > bytes.length || (at === 8) !== (name === 'IHDR')) return null
    if (pngKept.has(name)) kept.push(bytes.subarray(at, next))
    if (name === 'IEND') return Buffer.concat(kept)
    at = next
  }
  return null
}

/** The chunks of a RIFF file; null: they are not whole. */
const riffChunks = (bytes: Buffer): readonly Chunk[] | null => {
  const size = bytes.length < 12 ? 0 : bytes.readUInt32LE(4) + 8
  if (size < 12 || size > bytes.length) return null
  const chunks: Chunk[] = []
  let at = 12
  while (at + 8 <= size) {
    const length = bytes.readUInt32LE(at + 4)
    const next = at + 8 + length
    if (next > size) return null
    const padded = length % 2 === 1 ? Buffer.alloc(1) : Buffer.alloc(0)
    chunks.push({
      name: bytes.toString('latin1', at, at + 4),
      bytes: Buffer.concat([bytes.subarray(at, next), padded]),
    })
    at = next + (length % 2)
  }
  return chunks
}

const riffOf = (form: string, chunks: readonly Chunk[]): Buffer => {
  const body = Buffer.concat(chunks.map(({ bytes }) => bytes))
  const head = Buffer.from(`RIFF\0\0\0\0${form}`, 'latin1')
  head.writeUInt32LE(body.length + 4, 4)
  return Buffer.concat([head, body])
}

const webpKept: ReadonlySet<string> = new Set([
  'VP8 ',
  'VP8L',
  'VP8X',
  'ALPH',
  'ICCP',
  'ANIM',
  'ANMF',
])
/** Of VP8X: that there is Exif, and XMP. */
const webpMetadataFlags = 0x0c

const webpWithoutMetadata = (bytes: Buffer): Buffer | null => {
  const chunks = riffChunks(bytes)?.filter(({ name }) => webpKept.has(name))
  if (chunks === undefined || chunks.length === 0) return null
  return riffOf(
    'WEBP',
    chunks.map(({ name, bytes: whole }) => {
      if (name !== 'VP8X' || whole.length < 9) return { name, bytes: whole }
      const cleared = Buffer.from(whole)
      cleared[8] = (cleared[8] ?? 0) & ~webpMetadataFlags
      return { name, bytes: cleared }
    }),
  )
}

const wavKept: ReadonlySet<string> = new Set(['fmt ', 'fact', 'data'])

const wavWithoutMetadata = (bytes: Buffer): Buffer | null => {
  const chunks = riffChunks(bytes)?.filter(({ name }) => wavKept.has(name))
  return chunks?.some(({ name }) => name === 'fmt ') && chunks.some(({ name }) => name === 'data')
    ? riffOf('WAVE', chunks)
    : null
}

/** The frames between ID3 version 2 at the beginning and version 1 at the end. */
const mp3WithoutMetadata = (bytes: Buffer): Buffer | null => {
  let from = 0
  while (bytes.toString('latin1', from, from + 3) === 'ID3') {
    if (from + 10 > bytes.length) return null
    const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + ((bytes[from + at] ?? 0) & 0x7f), 0)
    const footer = ((bytes[from + 5] ?? 0) & 0x10) === 0 ? 0 : 10
    from += 10 + size + footer
  }
  const isTagged =
    bytes.length - from > 128 && bytes.toString('latin1', bytes.length - 128).startsWith('TAG')
  const frames = bytes.subarray(from, bytes.length - (isTagged ? 128 : 0))
  return frames[0] === 0xff && ((frames[1] ?? 0) & 0xe0) === 0xe0 ? frames : null
}

/** Where MP4 and its makers write a place: atoms, and keys of Apple's. */
const mp4Places = [
  Buffer.from('\xa9xyz', 'latin1'),
  Buffer.from('loci'),
  Buffer.from('com.apple.quicktime.location'),
]

/** Of PDF (ISO 32000-1): a script, a program that is started, a file inside, a form that sends. */
const active = /\/(?:JavaScript|Launch|EmbeddedFiles?|RichMedia|SubmitForm|ImportData)(?![A-Za-z])/u

/** Whether a PDF says so where it can be read: a name may write its letters as `#4A`. */
const isActive = (bytes: Buffer): boolean =>
  active.test(
    bytes
      .toString('latin1')
      .replace(/#([0-9A-Fa-f]{2})/gu, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
  )

const strippers: Readonly<Record<MediaType, (bytes: Buffer) => Buffer | null>> = {
  'image/jpeg': jpegWithoutMetadata,
  'image/png': pngWithoutMetadata,
  'image/webp': webpWithoutMetadata,
  'audio/wav': wavWithoutMetadata,
  'audio/mpeg': mp3WithoutMetadata,
  // Its tables hold places in the file: nothing is cut out, and one that tells a place is refused.
  'audio/mp4': (bytes) => (mp4Places.some((place) => bytes.includes(place)) ? null : bytes),
  'application/pdf': (bytes) =>
    bytes.subarray(-2048).includes('%%EOF') && !isActive(bytes) ? bytes : null,
}

/**
 * A file without what tells where, when and with what it was made. Null: it is damaged, tells a place
 * that cannot be taken out, or does something when it is opened.
 */
export const withoutMetadata = (bytes: Buffer, type: MediaType): Buffer | null =>
  strippers[type](bytes)
