const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})

/**
 * CRC-32 (ISO-HDLC, as in zip and PNG) of bytes, as an unsigned number.
 * @param before CRC of the bytes before these
 */
export const crc32 = (bytes: Uint8Array, before = 0): number => {
  let value = ~before
  for (let index = 0; index < bytes.length; index++)
    value = (table[(value ^ (bytes[index] ?? 0)) & 0xff] ?? 0) ^ (value >>> 8)
  return ~value >>> 0
}
