import type { Bytes } from './ciphers'

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export const utf8 = (text: string): Bytes => encoder.encode(text)
/** Throws on bytes that are not UTF-8. */
export const textOf = (bytes: Bytes): string => decoder.decode(bytes)

/** Names as bytes to authenticate, as JSON so that no two lists are equal. */
export const boundBytes = (bound: readonly string[]): Bytes => utf8(JSON.stringify(bound))

export const joined = (...parts: readonly Bytes[]): Bytes => {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Browsers since 2025 have these; Node 20 and older tablets do not. */
interface NativeBase64 {
  toBase64?(options: { alphabet: 'base64url'; omitPadding: true }): string
}
const fromNative = (
  Uint8Array as unknown as {
    fromBase64?: (text: string, options: { alphabet: 'base64url' }) => Bytes
  }
).fromBase64

const atOnce = 0x8000

/** base64url without padding, the form of all binary values outside (docs/sync-protocol.md). */
export const toBase64Url = (bytes: Bytes): string => {
  const native = (bytes as NativeBase64).toBase64
  if (native !== undefined) return native.call(bytes, { alphabet: 'base64url', omitPadding: true })
  let text = ''
  for (let at = 0; at < bytes.length; at += atOnce)
    text += String.fromCharCode(...bytes.subarray(at, at + atOnce))
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Throws on text that is not base64url. */
export const fromBase64Url = (text: string): Bytes => {
  if (fromNative !== undefined) return fromNative.call(Uint8Array, text, { alphabet: 'base64url' })
  const characters = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = new Uint8Array(characters.length)
  for (let at = 0; at < characters.length; at += 1) bytes[at] = characters.charCodeAt(at)
  return bytes
}
