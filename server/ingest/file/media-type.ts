import type { MediaType } from '../../../src/domain/checkup/checkup-file'

const textAt = (bytes: Buffer, from: number, to: number): string =>
  bytes.toString('latin1', Math.min(from, bytes.length), Math.min(to, bytes.length))

/** Brands of MP4 that hold sound alone, and those that may: then its tracks are looked at. */
const soundBrands = ['M4A ', 'M4B ']
const openBrands = ['isom', 'iso2', 'iso4', 'iso5', 'iso6', 'mp41', 'mp42']

const isMp4Sound = (bytes: Buffer): boolean => {
  if (textAt(bytes, 4, 8) !== 'ftyp') return false
  const brand = textAt(bytes, 8, 12)
  if (soundBrands.includes(brand)) return true
  return openBrands.includes(brand) && bytes.includes('soun') && !bytes.includes('vide')
}

/** ID3, or the header of a frame of MPEG layer 3 with a bit rate and a sampling rate. */
const isMp3 = (bytes: Buffer): boolean => {
  if (textAt(bytes, 0, 3) === 'ID3') return true
  const [first = 0, second = 0, third = 0] = bytes
  return (
    first === 0xff &&
    (second & 0xe0) === 0xe0 &&
    (second & 0x18) !== 0x08 &&
    (second & 0x06) === 0x02 &&
    third >> 4 !== 0x0f &&
    third >> 4 !== 0 &&
    (third & 0x0c) !== 0x0c
  )
}

const tests: readonly (readonly [MediaType, (bytes: Buffer) => boolean])[] = [
  ['image/jpeg', (bytes) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff],
  ['image/png', (bytes) => textAt(bytes, 0, 8) === '\x89PNG\r\n\x1a\n'],
  ['image/webp', (bytes) => textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 12) === 'WEBP'],
  ['audio/wav', (bytes) => textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 12) === 'WAVE'],
  ['application/pdf', (bytes) => /^%PDF-[12]\.\d/.test(textAt(bytes, 0, 8))],
  ['audio/mp4', isMp4Sound],
  ['audio/mpeg', isMp3],
]

/** What a file is, by its bytes alone: a name or a header may say anything. Null: nothing we keep. */
export const mediaTypeOf = (bytes: Buffer): MediaType | null =>
  tests.find(([, is]) => is(bytes))?.[0] ?? null
