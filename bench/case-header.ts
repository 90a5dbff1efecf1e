/** What a case says of itself in the comment that it begins with. */
export interface CaseHeader {
  /** What it measures. */
  readonly says: string
  /** How `--quick` runs it; null where it is no part of that. */
  readonly quick: { readonly options: readonly string[]; readonly seconds: number } | null
}

/**
 * Reads the comment at the head of a case: `Case: what it measures`, then, for `--quick`,
 * `Quick: --its options | most seconds s`. A formatter may break its lines anywhere. Null: the file
 * is no case.
 */
export const readCaseHeader = (source: string): CaseHeader | null => {
  const comment = (/^(?:\/\/.*\n)+/.exec(source)?.[0] ?? '').replace(/\s*\n?\/\/ ?/g, ' ').trim()
  const found = /^Case: (?<says>.*?)(?: Quick: (?<options>.*?)\| *(?<seconds>\d+) s)?$/.exec(
    comment,
  )
  const { says, options, seconds } = found?.groups ?? {}
  if (says === undefined) return null
  return {
    says,
    quick:
      options === undefined
        ? null
        : { options: options.split(/\s+/).filter(Boolean), seconds: Number(seconds) },
  }
}
