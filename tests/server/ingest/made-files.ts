import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

/** Words that must not be left in what is kept. */
export const place = 'N51.5074 W0.1278'

const segment = (marker: number, body: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

/** Exif in little-endian: which way up, and where. */
const exif = (orientation: number): Buffer => {
  const entry = (tag: number, value: number): Buffer => {
    const bytes = Buffer.alloc(12)
    bytes.writeUInt16LE(tag, 0)
    bytes.writeUInt16LE(3, 2)
    bytes.writeUInt32LE(1, 4)
    bytes.writeUInt16LE(value, 8)
    return bytes
  }
  return Buffer.concat([
    Buffer.from('Exif\0\0II*\0', 'latin1'),
    Buffer.from([8, 0, 0, 0, 2, 0]),
    entry(0x0112, orientation),
    entry(0x8825, 40),
    Buffer.alloc(4),
    Buffer.from(place),
  ])
}

const coded = Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56, 0x78])

/** A JPEG as a phone makes it: Exif with a place, XMP, IPTC, a comment, two scans, and more after its end. */
export const jpeg = (orientation = 6): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
    segment(0xe1, exif(orientation)),
    segment(0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${place}`)),
    segment(0xe2, Buffer.from('ICC_PROFILE\0\x01\x01colours')),
    segment(0xe2, Buffer.from(`MPF\0${place}`)),
    segment(0xed, Buffer.from(`Photoshop 3.0\0${place}`)),
    segment(0xfe, Buffer.from(place)),
    segment(0xdb, Buffer.alloc(65, 1)),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    coded,
    Buffer.from([0xff]),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    coded,
    Buffer.from([0xff, 0xd9]),
    Buffer.from(place),
  ])

const pngChunk = (name: string, body: Buffer): Buffer => {
  const typed = Buffer.concat([Buffer.from(name, 'latin1'), body])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  sum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, sum])
}

/** A PNG of one grey dot, with a text, a time and Exif, and more after its end. */
const sizeOf = (length: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(length)
  return bytes
}

export const png = (width = 1, height = 1): Buffer =>
  Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', Buffer.concat([sizeOf(width), sizeOf(height), Buffer.from([8, 0, 0, 0, 0])])),
    pngChunk('tEXt', Buffer.from(`Comment\0${place}`)),
    pngChunk('eXIf', exif(1)),
    pngChunk('IDAT', deflateSync(Buffer.from([0, 128]))),
    pngChunk('IEND', Buffer.alloc(0)),
    Buffer.from(place),
  ])

const riff = (form: string, chunks: readonly (readonly [string, Buffer])[]): Buffer => {
  const body = Buffer.concat(
    chunks.map(([name, bytes]) => {
      const head = Buffer.from(`${name}\0\0\0\0`, 'latin1')
      head.writeUInt32LE(bytes.length, 4)
      return Buffer.concat([head, bytes, Buffer.alloc(bytes.length % 2)])
    }),
  )
  const head = Buffer.from(`RIFF\0\0\0\0${form}`, 'latin1')
  head.writeUInt32LE(body.length + 4, 4)
  return Buffer.concat([head, body])
}

export const webp = (): Buffer =>
  riff('WEBP', [
    ['VP8X', Buffer.from([0x2c, 0, 0, 0, 0, 0, 0, 0, 0, 0])],
    ['VP8 ', Buffer.from([1, 2, 3])],
    ['EXIF', exif(1)],
    ['XMP ', Buffer.from(place)],
  ])

/** A sound of `count` samples at 8 kHz, with a list that says where. */
export const wav = (count = 80): Buffer => {
  const format = Buffer.alloc(16)
  format.writeUInt16LE(1, 0)
  format.writeUInt16LE(1, 2)
  format.writeUInt32LE(8000, 4)
  format.writeUInt32LE(16_000, 8)
  format.writeUInt16LE(2, 12)
  format.writeUInt16LE(16, 14)
  return riff('WAVE', [
    ['fmt ', format],
    ['LIST', Buffer.from(`INFOICMT${place}`)],
    ['data', Buffer.alloc(count * 2, 7)],
  ])
}

export const mp3 = (): Buffer =>
  Buffer.concat([
    Buffer.from('ID3\x04\0\0\0\0\0\x10', 'latin1'),
    Buffer.from(place),
    Buffer.from([0xff, 0xfb, 0x90, 0x00]),
    Buffer.alloc(200),
    Buffer.concat([Buffer.from('TAG'), Buffer.from(place)], 128),
  ])

const atom = (name: string, body: Buffer): Buffer => {
  const head = Buffer.from(`\0\0\0\0${name}`, 'latin1')
  head.writeUInt32BE(body.length + 8)
  return Buffer.concat([head, body])
}
export const mp4 = (brand = 'M4A ', inside = 'soun'): Buffer =>
  Buffer.concat([
    atom('ftyp', Buffer.from(`${brand}\0\0\0\0`, 'latin1')),
    atom('moov', Buffer.from(inside, 'latin1')),
    atom('mdat', Buffer.alloc(64)),
  ])

export const pdf = (catalogue = ''): Buffer =>
  Buffer.from(`%PDF-1.4\n1 0 obj\n<<${catalogue}>>\nendobj\n%%EOF\n`, 'latin1')

export const sha256 = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex')

/** A file as a device sends it. */
export const fileItem = (id: string, patientId: string, bytes: Buffer, name = 'file') => ({
  id,
  patientId,
  name,
  sha256: sha256(bytes),
  content: bytes.toString('base64'),
})
