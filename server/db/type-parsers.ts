/** Object ids of the types that both engines must read alike. */
const oid = { bigint: 20, date: 1082, timestamp: 1114, timestamptz: 1184, numeric: 1700 } as const

const toInstant = (text: string): string =>
  new Date(`${text.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00')}`).toISOString()
const toInteger = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value))
    throw new RangeError('A bigint left the range that a number holds exactly')
  return value
}

/**
 * Text of the database as values, the same on PGlite and pg: bigint → number, timestamptz → ISO
 * instant in UTC, date → text. Microseconds are lost, so cursors are never timestamps.
 */
export const typeParsers: Readonly<Record<number, (text: string) => unknown>> = {
  [oid.bigint]: toInteger,
  [oid.date]: (text) => text,
  [oid.timestamp]: (text) => text,
  [oid.timestamptz]: toInstant,
  [oid.numeric]: Number,
}
