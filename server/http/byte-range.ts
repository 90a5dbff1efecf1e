/** Part of a file: from its byte `start` to its byte `end`, both included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * What a Range header asks for of a file of `size` bytes: players ask for a sound piece by piece. Null: the whole
 * file, also for what this server does not read (several ranges). `out`: nothing of the file is in it.
 */
export const readRange = (header: string | undefined, size: number): ByteRange | 'out' | null => {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return null
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < start) return null
  return start >= size || end < start ? 'out' : { start, end }
}
