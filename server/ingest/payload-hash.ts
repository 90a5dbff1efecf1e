import { createHash } from 'node:crypto'

/** JSON with sorted keys and without nulls: null is the same as left out. */
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value)
    .filter(([, field]) => field !== null && field !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`)
  return `{${fields.join(',')}}`
}

/** SHA-256 in hex of an item's content in any key order: tells a resent from a changed item. */
export const payloadHash = (item: unknown): string =>
  createHash('sha256').update(canonical(item)).digest('hex')
