/** A fault planted in a source while it is bundled: the source on disk is never touched. */
export interface Edit {
  /** Path from the root of the project. */
  readonly file: string
  /**
   * Must be there exactly once: a mutant that no longer fits its source is an error, not a pass.
   * How the source is laid out makes no difference.
   */
  readonly find: string
  readonly replace: string
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const isWord = (token: string): boolean => /^[\w$]/.test(token)

/** The text as an expression that allows any layout: spaces, lines, a comma before a bracket. */
const anyLayout = (find: string): RegExp => {
  const tokens = find.match(/'[^'\n]*'|[\w$]+|\S/g) ?? []
  const pattern = tokens.map((token, at) => {
    const last = tokens[at - 1]
    const gap = last === undefined ? '' : isWord(last) && isWord(token) ? '\\s+' : '\\s*'
    const comma = /^[)\]}]$/.test(token) && last !== ',' ? '(?:,\\s*)?' : ''
    return `${gap}${comma}${escaped(token)}`
  })
  const [before, after] = [/^\s/.test(find), /\s$/.test(find)].map((is) => (is ? '\\s*' : ''))
  return new RegExp(`${before}${pattern.join('')}${after}`, 'g')
}

/** How often the source has what the edit looks for. */
export const timesFound = (code: string, { find }: Edit): number =>
  [...code.matchAll(anyLayout(find))].length

/** The source with the fault in it; the same text where the edit does not fit. */
export const planted = (code: string, { find, replace }: Edit): string =>
  code.replace(anyLayout(find), () => replace)
