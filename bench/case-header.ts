/** What a case says of itself in the comment that it begins with. */
export interface CaseHeader {
  /** What it measures. */
  readonly says: string
  /** How `--quick` runs it; null where it is no part of that. */
  readonly quick: { readonly options: readonly string[]; readonly seconds: number } | null
  /** With which options `npm test` plays it; null: it does not. */
  readonly smallest: readonly string[] | null
}

/**
 * Reads the comment at the head of a case: `Case: what it measures`, then, for `--quick`,
 * `Quick: --its options | most seconds s`, then, for `npm test`, `Smallest: --its options`. A formatter
 * may break its lines anywhere. Null: the file is no case.
 */
export const readCaseHeader = (source: string): CaseHeader | null => {
  const comment = (/^(?:\/\/.*\n)+/.exec(source)?.[0] ?? '').replace(/\s*\n?\/\/ ?/g, ' ').trim()
  const found =
    /^Case: (?<says>.*?)(?: Quick: (?<options>.*?)\| *(?<seconds>\d+) s)?(?: Smallest:(?<smallest>.*))?$/.exec(
      comment,
    )
  const { says, options, seconds, smallest } = found?.groups ?? {}
  if (says === undefined) return null
  const words = (line: string): readonly string[] => line.split(/\s+/).filter(Boolean)
  return {
    says,
    smallest: smallest === undefined ? null : words(smallest),
    quick: options === undefined ? null : { options: words(options), seconds: Number(seconds) },
  }
}
