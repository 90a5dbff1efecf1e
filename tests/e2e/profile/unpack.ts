/*
 * What Chromium writes in a packed form, unpacked: blocks of LevelDB's tables and values of
 * IndexedDB are Snappy, bodies of its HTTP cache as the server encoded them. A search that reads
 * bytes as they lie would not see a word that is packed.
 * https://github.com/google/snappy/blob/main/format_description.txt,
 * https://github.com/google/leveldb/blob/main/doc/table_format.md
 */
import { gunzipSync } from 'node:zlib'

const varint = (
  bytes: Buffer,
  from: number,
): { readonly value: number; readonly next: number } | null => {
  let value = 0
  for (let at = from, factor = 1; at < bytes.length && at < from + 6; at += 1, factor *= 128) {
    const byte = bytes[at] ?? 0
    value += (byte & 0x7f) * factor
    if (byte < 0x80) return { value, next: at + 1 }
  }
  return null
}

/** Raw Snappy that begins there, or null where it is none. What follows its end is left alone. */
const unsnappy = (bytes: Buffer, from = 0): Buffer | null => {
  const length = varint(bytes, from)
  if (length === null || length.value === 0 || length.value > 64 << 20) return null
  const out = Buffer.allocUnsafe(length.value)
  let at = length.next
  let filled = 0
  while (filled < out.length) {
    const tag = bytes[at]
    if (tag === undefined) return null
    if ((tag & 3) === 0) {
      const extra = Math.max(0, (tag >> 2) - 59)
      if (at + 1 + extra > bytes.length) return null
      const size = (extra === 0 ? tag >> 2 : bytes.readUIntLE(at + 1, extra)) + 1
      const start = at + 1 + extra
      if (start + size > bytes.length || filled + size > out.length) return null
      bytes.copy(out, filled, start, start + size)
      at = start + size
      filled += size
      continue
    }
    const extra = [0, 1, 2, 4][tag & 3] ?? 0
    if (at + 1 + extra > bytes.length) return null
    const size = (tag & 3) === 1 ? ((tag >> 2) & 7) + 4 : (tag >> 2) + 1
    const back =
      (tag & 3) === 1 ? ((tag >> 5) << 8) | (bytes[at + 1] ?? 0) : bytes.readUIntLE(at + 1, extra)
    if (back === 0 || back > filled || filled + size > out.length) return null
    for (let copied = 0; copied < size; copied += 1, filled += 1)
      out[filled] = out[filled - back] ?? 0
    at += 1 + extra
  }
  return out
}

const footerBytes = 48
const magic = Buffer.from('57fb808b247547db', 'hex')

/** The blocks of a LevelDB table, unpacked; none where the file is no table. */
const tableBlocks = (file: Buffer): readonly Buffer[] => {
  if (file.length < footerBytes || !file.subarray(-8).equals(magic)) return []
  const block = (offset: number, size: number): Buffer => {
    const body = file.subarray(offset, offset + size)
    return file[offset + size] === 1 ? (unsnappy(body) ?? body) : body
  }
  const handle = (bytes: Buffer, from: number) => {
    const offset = varint(bytes, from)
    const size = offset === null ? null : varint(bytes, offset.next)
    return offset === null || size === null
      ? null
      : { offset: offset.value, size: size.value, next: size.next }
  }
  const footer = file.subarray(-footerBytes)
  const index = handle(footer, handle(footer, 0)?.next ?? 0)
  if (index === null) return []
  const entries = block(index.offset, index.size)
  const blocks: Buffer[] = []
  const end = entries.length - 4 * (entries.readUInt32LE(entries.length - 4) + 1)
  for (let at = 0; at < end;) {
    const shared = varint(entries, at)
    const rest = shared === null ? null : varint(entries, shared.next)
    const size = rest === null ? null : varint(entries, rest.next)
    if (rest === null || size === null) break
    const found = handle(entries, size.next + rest.value)
    if (found !== null) blocks.push(block(found.offset, found.size))
    at = size.next + rest.value + size.value
  }
  return blocks
}

/**
 * Values that IndexedDB packed one by one: 0xFF 0x11 0x02, then Snappy (blink's IDBValueWrapper).
 */
const packedValues = (bytes: Buffer): readonly Buffer[] => {
  const values: Buffer[] = []
  const mark = Buffer.of(0xff, 0x11, 0x02)
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 3)) {
    const value = unsnappy(bytes, at + 3)
    if (value !== null) values.push(value)
  }
  return values
}

const attempt = (unpack: () => Buffer): readonly Buffer[] => {
  try {
    return [unpack()]
  } catch {
    return []
  }
}
/** gzip anywhere in a file: the body of an answer that the HTTP cache kept. */
const zipped = (bytes: Buffer): readonly Buffer[] => {
  const found: Buffer[] = []
  const mark = Buffer.of(0x1f, 0x8b, 0x08)
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 3))
    found.push(...attempt(() => gunzipSync(bytes.subarray(at))))
  return found
}

/** A file as it lies and everything that is packed in it. */
export const unpacked = (file: Buffer): readonly Buffer[] => {
  const blocks = tableBlocks(file)
  return [file, ...blocks, ...[file, ...blocks].flatMap(packedValues), ...zipped(file)]
}
