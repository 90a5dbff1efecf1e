import { createHash } from 'node:crypto'

/**
 * JSON with sorted keys and without nulls: a field that is null says the same as one that is left
 * out.
 */
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value)
    .filter(([, field]) => field !== null && field !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`)
  return `{${fields.join(',')}}`
}

/**
 * SHA-256 in hex of what an item says, whatever the order of its keys: tells a resent item from a
 * changed one.
 */
export const payloadHash = (item: unknown): string =>
  createHash('sha256').update(canonical(item)).digest('hex')
