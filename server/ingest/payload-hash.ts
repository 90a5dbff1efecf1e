import { createHash } from 'node:crypto'

/** What is still to be written: a value, or the text between values. */
type Rest = { readonly value: unknown } | { readonly text: string }

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null
const scalar = (value: unknown): string => JSON.stringify(value) ?? 'null'

/**
 * JSON with sorted keys and without nulls: null is the same as left out. By hand, not by recursion: an
 * item may be nested as deep as its body is long.
 */
const canonical = (item: unknown): string => {
  const written: string[] = []
  const left: Rest[] = [{ value: item }]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if ('text' in next) {
      written.push(next.text)
      continue
    }
    const { value } = next
    if (isScalar(value)) {
      written.push(scalar(value))
      continue
    }
    if (Array.isArray(value) && value.every(isScalar)) {
      written.push(`[${value.map(scalar).join(',')}]`)
      continue
    }
    const members: readonly (readonly [before: string, value: unknown])[] = Array.isArray(value)
      ? value.map((one: unknown) => ['', one])
      : Object.entries(value as object)
          .filter(([, field]) => field !== null && field !== undefined)
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, field]: [string, unknown]) => [`${JSON.stringify(key)}:`, field])
    const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
    written.push(open)
    left.push({ text: close })
    for (const [at, [before, member]] of [...members.entries()].toReversed())
      left.push({ value: member }, { text: at === 0 ? before : `,${before}` })
  }
  return written.join('')
}

/** SHA-256 in hex of an item's content in any key order: tells a resent from a changed item. */
export const payloadHash = (item: unknown): string =>
  createHash('sha256').update(canonical(item)).digest('hex')
