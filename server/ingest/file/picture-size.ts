import type { MediaType } from '../../../src/domain/checkup/checkup-file'

/** Four bytes a pixel: 160 MB in the browser that draws it. */
const mostPixels = 40_000_000

type Size = readonly [width: number, height: number]

const pngSizes = (bytes: Buffer): readonly Size[] =>
  bytes.length < 24 ? [] : [[bytes.readUInt32BE(16), bytes.readUInt32BE(20)]]

/** Markers that begin a frame; the others of this range are tables and reserved. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Of each frame, up to the first scan. */
const jpegSizes = (bytes: Buffer): readonly Size[] => {
  const sizes: Size[] = []
  for (let at = 2; at + 9 <= bytes.length;) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff || marker === 0xda) break
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (isFrame(marker)) sizes.push([bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)])
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return sizes
}

const webpSizes = (bytes: Buffer): readonly Size[] => {
  const sizes: Size[] = []
  for (let at = 12; at + 18 <= bytes.length;) {
    const name = bytes.toString('latin1', at, at + 4)
    const data = at + 8
    if (name === 'VP8X')
      sizes.push([bytes.readUIntLE(data + 4, 3) + 1, bytes.readUIntLE(data + 7, 3) + 1])
    if (name === 'VP8 ')
      sizes.push([bytes.readUInt16LE(data + 6) & 0x3fff, bytes.readUInt16LE(data + 8) & 0x3fff])
    if (name === 'VP8L') {
      const packed = bytes.readUInt32LE(data + 1)
      sizes.push([(packed & 0x3fff) + 1, ((packed >>> 14) & 0x3fff) + 1])
    }
    const length = bytes.readUInt32LE(at + 4)
    at = data + length + (length % 2)
  }
  return sizes
}

const readers: Partial<Readonly<Record<MediaType, (bytes: Buffer) => readonly Size[]>>> = {
  'image/png': pngSizes,
  'image/jpeg': jpegSizes,
  'image/webp': webpSizes,
}

/**
 * Whether a browser can draw a picture: a few kilobytes may stand for gigabytes of pixels. True for
 * what is no picture. @param bytes as they are kept
 */
export const canBeDrawn = (bytes: Buffer, type: MediaType): boolean => {
  const sizes = readers[type]?.(bytes) ?? []
  return sizes.every(([width, height]) => width * height <= mostPixels)
}
