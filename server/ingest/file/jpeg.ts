/*
 * JPEG (ITU-T T.81): markers with segments, then the scans. Exif and XMP are APP1, IPTC is APP13, and
 * phones put whole files with places in them into others; what a picture needs is JFIF (APP0), the
 * colour profile (APP2) and Adobe's transform (APP14).
 */
const keptSegments: ReadonlySet<number> = new Set([0xe0, 0xe2, 0xee])
const isApp = (marker: number): boolean => marker >= 0xe0 && marker <= 0xef
const comment = 0xfe
const scan = 0xda
const end = 0xd9

const isExif = (segment: Buffer): boolean => segment.toString('latin1', 4, 10) === 'Exif\0\0'
const isProfile = (segment: Buffer): boolean => segment.toString('latin1', 4, 15) === 'ICC_PROFILE'

/** Which way up the picture is, 1 to 8, of an Exif segment; 1 where it does not say. */
const orientationOf = (segment: Buffer): number => {
  const tiff = segment.subarray(10)
  if (tiff.length < 14) return 1
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const word = (at: number): number =>
    at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  for (let entry = 0; entry < Math.min(word(directory), 200); entry += 1) {
    const at = directory + 2 + entry * 12
    if (word(at) === 0x0112) {
      const value = word(at + 8)
      return value >= 1 && value <= 8 ? value : 1
    }
  }
  return 1
}

/** An Exif segment that says which way up the picture is, and nothing else. */
const orientationAlone = (orientation: number): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xe1, 0, 34]),
    Buffer.from('Exif\0\0MM\0*', 'latin1'),
    Buffer.from([0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]),
  ])

/** The end of the scan's coded bytes that begin at `from`: the next marker that is none of theirs. */
const endOfScan = (bytes: Buffer, from: number): number => {
  let at = bytes.indexOf(0xff, from)
  while (at !== -1 && at + 1 < bytes.length) {
    const next = bytes[at + 1] ?? 0
    // Stuffed bytes, and restarts of the decoder.
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
    at = bytes.indexOf(0xff, next === 0xff ? at + 1 : at + 2)
  }
  return -1
}

/**
 * A JPEG without anything that tells where, when or with what it was taken, and without what stands
 * after its end; which way up it is stays. Null: it cannot be read to its end.
 */
export const jpegWithoutMetadata = (bytes: Buffer): Buffer | null => {
  const parts: Buffer[] = [bytes.subarray(0, 2)]
  let orientation = 1
  let hasScan = false
  for (let at = 2; at + 1 < bytes.length;) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) at += 1
    else if (marker === end) {
      if (!hasScan) return null
      if (orientation !== 1) parts.splice(1, 0, orientationAlone(orientation))
      return Buffer.concat([...parts, bytes.subarray(at, at + 2)])
    } else {
      if (at + 4 > bytes.length) return null
      const length = bytes.readUInt16BE(at + 2)
      const next = at + 2 + length
      if (length < 2 || next > bytes.length) return null
      const segment = bytes.subarray(at, next)
      if (marker === 0xe1 && isExif(segment)) orientation = orientationOf(segment)
      if (
        marker !== comment &&
        (!isApp(marker) || (keptSegments.has(marker) && (marker !== 0xe2 || isProfile(segment))))
      )
        parts.push(segment)
      at = next
      if (marker === scan) {
        hasScan = true
        const over = endOfScan(bytes, next)
        if (over === -1) return null
        parts.push(bytes.subarray(next, over))
        at = over
      }
    }
  }
  return null
}
