import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { unpacked } from './unpack'

/** Something that must not be found, in each form in which it may lie on a disk. */
export interface Needle {
  readonly name: string
  readonly forms: readonly Buffer[]
}

const wide = (texts: readonly string[]): readonly Buffer[] =>
  texts.flatMap((text) => [Buffer.from(text), Buffer.from(text, 'utf16le')])

/** Words of a person: as they are, in capitals and in small letters, as UTF-8 and UTF-16LE. */
export const wordsNeedle = (text: string): Needle => ({
  name: text,
  forms: wide([...new Set([text, text.toUpperCase(), text.toLowerCase()])]),
})

/** A key: its bytes, and as base64, base64url and hexadecimal text. */
export const keyNeedle = (name: string, raw: Buffer): Needle => ({
  name,
  forms: [
    raw,
    ...wide([
      ...new Set([
        raw.toString('base64').replace(/=+$/, ''),
        raw.toString('base64url'),
        raw.toString('hex'),
        raw.toString('hex').toUpperCase(),
      ]),
    ]),
  ],
})

const filesOf = (folder: string): readonly string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    const about = statSync(path, { throwIfNoEntry: false })
    return about?.isDirectory() === true ? filesOf(path) : about?.isFile() === true ? [path] : []
  })

/**
 * Which needles any file of a folder holds, and in which files; packed contents are read too. Each
 * byte is looked at once: forms are found by their first three bytes.
 */
export const searchProfile = (
  folder: string,
  needles: readonly Needle[],
): ReadonlyMap<string, readonly string[]> => {
  const starts = new Uint8Array(1 << 24)
  const byStart = new Map<number, { readonly name: string; readonly form: Buffer }[]>()
  for (const { name, forms } of needles) {
    for (const form of forms) {
      const start = form.readUIntBE(0, 3)
      starts[start] = 1
      byStart.set(start, [...(byStart.get(start) ?? []), { name, form }])
    }
  }
  const found = new Map<string, Set<string>>()
  for (const path of filesOf(folder)) {
    for (const bytes of unpacked(readFileSync(path))) {
      let start = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)
      for (let at = 2; at < bytes.length; at += 1) {
        start = ((start << 8) & 0xffffff) | (bytes[at] ?? 0)
        if (starts[start] === 0) continue
        for (const { name, form } of byStart.get(start) ?? []) {
          if (
            bytes.compare(
              form,
              0,
              form.length,
              at - 2,
              Math.min(bytes.length, at - 2 + form.length),
            ) === 0
          )
            found.set(name, (found.get(name) ?? new Set()).add(path.slice(folder.length + 1)))
        }
      }
    }
  }
  return new Map([...found].map(([name, paths]) => [name, [...paths]]))
}
