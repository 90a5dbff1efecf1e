import { describe, expect, test } from 'vitest'
import { readRange } from '../../../server/http/byte-range'
import { mediaTypeOf } from '../../../server/ingest/file/media-type'
import { canBeDrawn } from '../../../server/ingest/file/picture-size'
import { withoutMetadata } from '../../../server/ingest/file/without-metadata'
import { jpeg, mp3, mp4, pdf, place, png, wav, webp } from './made-files'

describe('what a file is', () => {
  const known = [
    ['image/jpeg', jpeg()],
    ['image/png', png()],
    ['image/webp', webp()],
    ['audio/wav', wav()],
    ['audio/mpeg', mp3()],
    ['audio/mpeg', mp3().subarray(26)],
    ['audio/mp4', mp4()],
    ['audio/mp4', mp4('isom')],
    ['application/pdf', pdf()],
  ] as const
  test.each(known)('is told from its bytes: %s', (type, bytes) => {
    expect(mediaTypeOf(bytes)).toBe(type)
  })

  test.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['SVG with a declaration', '<?xml version="1.0"?><svg/>'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['HTML that calls itself a PDF further on', '<html>%PDF-1.4'],
    ['GIF', 'GIF89a\x01\0\x01\0'],
    ['a text', 'hello'],
    ['nothing', ''],
    ['a part of a PNG’s first bytes', '\x89PNG'],
    ['another RIFF', 'RIFF\0\0\0\0AVI '],
    ['MPEG layer 2', '\xff\xfd\x90\0'],
    ['a program', 'MZ\x90\0'],
  ])('%s is nothing that is kept', (_name, text) => {
    expect(mediaTypeOf(Buffer.from(text, 'latin1'))).toBeNull()
  })

  test('MP4 with pictures that move is no sound', () => {
    expect(mediaTypeOf(mp4('isom', 'soun vide'))).toBeNull()
    expect(mediaTypeOf(mp4('qt  '))).toBeNull()
  })
})

describe('what tells where it was made', () => {
  test.each([
    ['image/jpeg', jpeg()],
    ['image/png', png()],
    ['image/webp', webp()],
    ['audio/wav', wav()],
    ['audio/mpeg', mp3()],
  ] as const)('is taken out of %s, and what is left is of that type still', (type, bytes) => {
    expect(bytes.includes(place)).toBe(true)
    const kept = withoutMetadata(bytes, type)
    expect(kept?.includes(place)).toBe(false)
    expect(kept?.includes('GPS')).toBe(false)
    expect(kept === null ? null : mediaTypeOf(kept)).toBe(type)
    // Again it changes nothing.
    expect(kept === null ? null : withoutMetadata(kept, type)).toEqual(kept)
  })

  test('a JPEG keeps its profile, its tables, both scans with their stuffed bytes, and which way up it is', () => {
    const kept = withoutMetadata(jpeg(6), 'image/jpeg') ?? Buffer.alloc(0)
    expect(kept.includes('ICC_PROFILE')).toBe(true)
    expect(kept.includes('MPF')).toBe(false)
    expect(kept.filter((byte, at) => byte === 0xff && kept[at + 1] === 0xda)).toHaveLength(2)
    expect(kept.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]))
    const at = kept.indexOf('Exif')
    expect(kept[at + 25]).toBe(6)
    const upright = withoutMetadata(jpeg(1), 'image/jpeg') ?? Buffer.alloc(0)
    expect(upright.includes('Exif')).toBe(false)
  })

  test('a WebP does not claim any more to have it', () => {
    const kept = withoutMetadata(webp(), 'image/webp') ?? Buffer.alloc(0)
    expect(kept[20]).toBe(0x20)
    expect(kept.readUInt32LE(4)).toBe(kept.length - 8)
  })

  test('where it cannot be taken out the file is refused', () => {
    expect(withoutMetadata(mp4('M4A ', 'soun\xa9xyz'), 'audio/mp4')).toBeNull()
    expect(withoutMetadata(mp4('M4A ', 'soun loci'), 'audio/mp4')).toBeNull()
    expect(withoutMetadata(mp4(), 'audio/mp4')).toEqual(mp4())
  })

  test('what ends in the middle is refused, wherever it ends', () => {
    const whole = jpeg()
    const end = whole.lastIndexOf(Buffer.from([0xff, 0xd9])) + 2
    for (let length = 3; length < end; length += 1)
      expect(withoutMetadata(whole.subarray(0, length), 'image/jpeg'), String(length)).toBeNull()
    for (const [type, bytes] of [
      ['image/png', png().subarray(0, png().indexOf('IEND') + 3)],
      ['image/webp', webp().subarray(0, -3)],
      ['audio/wav', wav().subarray(0, -3)],
      ['application/pdf', pdf().subarray(0, -8)],
    ] as const)
      expect(withoutMetadata(bytes, type), type).toBeNull()
  })

  test('a picture with a part that says that it goes beyond the end of the file is refused', () => {
    const picture = png()
    picture.writeUInt32BE(picture.length, picture.indexOf('IEND') - 4)
    expect(withoutMetadata(picture, 'image/png')).toBeNull()
    const second = webp()
    second.writeUInt32LE(second.length, second.indexOf('VP8 ') + 4)
    expect(withoutMetadata(second, 'image/webp')).toBeNull()
  })

  test('bytes of any kind after a right beginning are read to an end', () => {
    let state = 1
    const any = (): number => (state = (state * 48_271) % 0x7fffffff) & 0xff
    for (let round = 0; round < 300; round += 1) {
      const noise = Buffer.from(Array.from({ length: 200 }, any))
      for (const [type, head] of [
        ['image/jpeg', jpeg().subarray(0, 40)],
        ['image/png', png().subarray(0, 33)],
        ['image/webp', webp().subarray(0, 12)],
        ['audio/mpeg', mp3().subarray(0, 10)],
      ] as const)
        expect(() => withoutMetadata(Buffer.concat([head, noise]), type)).not.toThrow()
    }
  })
})

describe('a PDF that does something when it is opened', () => {
  test.each([
    '/S /JavaScript',
    '/S /J#61va#53cript',
    '/S /Launch',
    '/Names << /EmbeddedFiles 2 0 R >>',
    '/EmbeddedFile',
    '/Subtype /RichMedia',
    '/S /SubmitForm',
    '/S /ImportData',
  ])('by %s is refused', (catalogue) => {
    expect(withoutMetadata(pdf(catalogue), 'application/pdf')).toBeNull()
  })

  test('is none by a name that only begins so', () => {
    const launched = pdf('/LaunchDate 3')
    expect(withoutMetadata(launched, 'application/pdf')).toEqual(launched)
  })
})

describe('a picture that a browser can draw', () => {
  const webpOf = (name: string, body: readonly number[]): Buffer => {
    const chunk = Buffer.concat([Buffer.from(`${name}\0\0\0\0`, 'latin1'), Buffer.from(body)])
    chunk.writeUInt32LE(body.length, 4)
    return Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'), chunk])
  }
  /** A JPEG of a size, after a table. */
  const jpegOf = (width: number, height: number, frame = 0xc0): Buffer =>
    Buffer.from([
      ...[0xff, 0xd8, 0xff, 0xc4, 0, 3, 0, 0xff, frame, 0, 11, 8],
      ...[height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0, 0xff, 0xd9],
    ])
  const at14 = (width: number, height: number): readonly number[] => {
    const packed = Buffer.alloc(4)
    packed.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0)
    return [...packed]
  }
  test.each([
    ['a PNG of 40 million', png(8000, 5000), 'image/png', true],
    ['a PNG of more', png(8001, 5000), 'image/png', false],
    ['a JPEG of 40 million', jpegOf(8000, 5000), 'image/jpeg', true],
    ['a JPEG of more', jpegOf(65_000, 65_000), 'image/jpeg', false],
    ['a progressive JPEG of more', jpegOf(65_000, 65_000, 0xc2), 'image/jpeg', false],
    [
      'a JPEG whose second frame is of more',
      Buffer.concat([jpegOf(8, 8).subarray(0, -2), jpegOf(65_000, 65_000).subarray(2)]),
      'image/jpeg',
      false,
    ],
    ['a WebP of more', webpOf('VP8X', [0, 0, 0, 0, 255, 255, 0, 255, 255, 0]), 'image/webp', false],
    ['a WebP of less', webpOf('VP8X', [0, 0, 0, 0, 255, 0, 0, 255, 0, 0]), 'image/webp', true],
    [
      'a lossy WebP of more',
      webpOf('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, 0xff, 0x3f, 0xff, 0x3f]),
      'image/webp',
      false,
    ],
    [
      'a lossless WebP of more',
      webpOf('VP8L', [0x2f, ...at14(16_000, 16_000), 0, 0, 0, 0, 0]),
      'image/webp',
      false,
    ],
    ['a PDF', pdf(), 'application/pdf', true],
  ] as const)('%s', (_what, bytes, type, can) => {
    expect(canBeDrawn(bytes, type)).toBe(can)
  })
})

describe('a part of a file', () => {
  test.each([
    [undefined, null],
    ['bytes=0-', { start: 0, end: 99 }],
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=10-19', { start: 10, end: 19 }],
    ['bytes=90-500', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-500', { start: 0, end: 99 }],
    ['bytes=100-', 'out'],
    ['bytes=-0', 'out'],
    ['bytes=20-10', null],
    ['bytes=0-1,5-6', null],
    ['bytes=-', null],
    ['lines=0-1', null],
    ['bytes=a-b', null],
  ] as const)('Range %s', (header, range) => {
    expect(readRange(header, 100)).toEqual(range)
  })
})
