/** Formats that a workbook need not spell out and that show a date or a time (ECMA-376, part 1, 18.8.30). */
const builtIn: readonly (readonly [first: number, last: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
]

/** A format without what stands in it for itself: quoted, escaped, colours, languages, conditions. */
const bare = (code: string): string => code.replaceAll(/"[^"]*"|[\\_*].|\[[^\]]*\]/g, '')

/**
 * Whether a format shows a number as a date or as a time.
 *
 * @param code as the workbook spells it; null: a built-in one
 */
export const showsDate = (id: number, code: string | null): boolean =>
  code === null
    ? builtIn.some(([first, last]) => id >= first && id <= last)
    : /[dmyhs]/i.test(bare(code))

/** How many digits a format shows at least, such as 5 of `00000`; 0: it does not say. */
export const shownDigits = (code: string | null): number => {
  const plain = bare(code ?? '')
  return /^0+$/.test(plain) ? plain.length : 0
}
