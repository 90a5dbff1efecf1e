import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { unprintable } from './words'

/*
 * Text in the fonts that have its letters, in the order in which it is read. fontkit, which pdfmake
 * draws with, shapes Arabic, Devanagari, Gujarati and Tamil as HarfBuzz does, but not Bengali,
 * Gurmukhi, Telugu, Kannada and Malayalam: what would be drawn wrong is said not to be printable.
 */

interface Face {
  hasGlyphForCodePoint(code: number): boolean
  layout(text: string): unknown
}
interface Bidi {
  getEmbeddingLevels(text: string, direction: 'ltr'): { readonly levels: Uint8Array }
  getMirroredCharacter(letter: string): string | null
}

const require = createRequire(import.meta.url)
const dejaVu = join(dirname(require.resolve('dejavu-fonts-ttf/package.json')), 'ttf')
const noto = (pack: string, script: string) => {
  const file = join(dirname(pack), 'files', `noto-sans-${script}-${script}`)
  return { normal: `${file}-400-normal.woff`, bold: `${file}-700-normal.woff` }
}

/** The files of each font; `Paper` has Latin, Greek, Cyrillic, Hebrew and most of Arabic. */
export const fontFiles = {
  Paper: {
    normal: join(dejaVu, 'DejaVuSansCondensed.ttf'),
    bold: join(dejaVu, 'DejaVuSansCondensed-Bold.ttf'),
  },
  Arabic: noto(require.resolve('@fontsource/noto-sans-arabic/package.json'), 'arabic'),
  Devanagari: noto(require.resolve('@fontsource/noto-sans-devanagari/package.json'), 'devanagari'),
  Gujarati: noto(require.resolve('@fontsource/noto-sans-gujarati/package.json'), 'gujarati'),
  Tamil: noto(require.resolve('@fontsource/noto-sans-tamil/package.json'), 'tamil'),
} as const
type Font = keyof typeof fontFiles

const faces = new Map<Font, Face>()
const faceOf = (font: Font): Face => {
  const known = faces.get(font)
  if (known !== undefined) return known
  const { openSync } = require('fontkit') as { openSync(path: string): Face }
  const face = openSync(fontFiles[font].normal)
  faces.set(font, face)
  return face
}
let made: Bidi | null = null
const bidi = (): Bidi => (made ??= (require('bidi-js') as () => Bidi)())

const isDrawn = new Map<number, boolean>()
const isInPaper = (letter: string): boolean => {
  const code = letter.codePointAt(0) ?? 0
  const known = isDrawn.get(code)
  if (known !== undefined) return known
  const found = code < 0x20 || faceOf('Paper').hasGlyphForCodePoint(code)
  isDrawn.set(code, found)
  return found
}

/** Scripts that are drawn in runs of their own, and the font that has all of their letters. */
const shaped: readonly (readonly [Font, RegExp])[] = [
  ['Paper', /\p{Script=Hebr}/u],
  ['Arabic', /\p{Script=Arab}/u],
  ['Devanagari', /\p{Script=Deva}/u],
  ['Gujarati', /\p{Script=Gujr}/u],
  ['Tamil', /\p{Script=Taml}/u],
]
const leaning = /[\p{M}\u200c\u200d]/u
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/

/** What is not printed, by its script, as it is said. */
const said: readonly (readonly [keyof typeof unprintable.scripts, RegExp])[] = [
  ['Bengali', /\p{Script=Beng}/u],
  ['Gurmukhi', /\p{Script=Guru}/u],
  ['Telugu', /\p{Script=Telu}/u],
  ['Kannada', /\p{Script=Knda}/u],
  ['Malayalam', /\p{Script=Mlym}/u],
  ['Sinhala', /\p{Script=Sinh}/u],
  ['Thai', /\p{Script=Thai}/u],
  ['Chinese', /\p{Script=Han}/u],
  ['Japanese', /[\p{Script=Hira}\p{Script=Kana}]/u],
  ['Korean', /\p{Script=Hang}/u],
]
/** A part of a text that one font draws. */
export interface Piece {
  readonly text: string
  readonly font: Font
}
interface Drawn extends Piece {
  /** It stands for letters that no font draws. */
  readonly isNotice: boolean
}
const drawn = (text: string, font: Font): Drawn => ({ text, font, isNotice: false })
const notice = (text: string): Drawn => ({
  text: unprintable.said(
    unprintable.scripts[said.find(([, letters]) => letters.test(text))?.[0] ?? 'other'],
  ),
  font: 'Paper',
  isNotice: true,
})

interface Run {
  /** The script's font; null: of no script that is drawn apart. */
  readonly home: Font | null
  readonly text: string
  readonly level: number
}

/** Parts of one script, of one direction, words and spaces apart. */
const runsOf = (line: string): readonly Run[] => {
  const { levels } = bidi().getEmbeddingLevels(line, 'ltr')
  const runs: Run[] = []
  let at = 0
  for (const letter of line) {
    const last = runs.at(-1)
    const level = levels[at] ?? 0
    at += letter.length
    const own = shaped.find(([, letters]) => letters.test(letter))?.[0] ?? null
    const home = last !== undefined && leaning.test(letter) ? last.home : own
    const isSame =
      last !== undefined &&
      last.home === home &&
      last.level === level &&
      /\s$/.test(last.text) === /\s/.test(letter)
    if (isSame) runs[runs.length - 1] = { ...last, text: last.text + letter }
    else runs.push({ home, text: letter, level })
  }
  return runs
}

/** As they stand from left to right (Unicode Bidirectional Algorithm, L2). */
const inVisualOrder = (runs: readonly Run[]): readonly Run[] => {
  let order = [...runs]
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level -= 1) {
    const next: Run[] = []
    let turned: Run[] = []
    for (const run of order) {
      if (run.level >= level) turned = [run, ...turned]
      else {
        next.push(...turned, run)
        turned = []
      }
    }
    order = [...next, ...turned]
  }
  return order
}

const canDraw = (font: Font, text: string): boolean => {
  const face = faceOf(font)
  const hasAll = Array.from(text).every(
    (letter) =>
      /[\u200c\u200d]/.test(letter) || face.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0),
  )
  if (!hasAll) return false
  try {
    face.layout(text)
    return true
  } catch {
    return false
  }
}

/** Of a run without a font of its own: the letters that the paper's font has, and what it lacks. */
const plainPieces = (text: string): readonly Drawn[] => {
  const parts = text.match(/\p{Default_Ignorable_Code_Point}+|[\s\S]/gu) ?? []
  const pieces: Drawn[] = []
  let missing = ''
  for (const part of parts.filter((one) => !/^\p{Default_Ignorable_Code_Point}/u.test(one))) {
    if (!isInPaper(part)) missing += part
    else {
      if (missing !== '') pieces.push(notice(missing))
      missing = ''
      pieces.push(drawn(part, 'Paper'))
    }
  }
  return missing === '' ? pieces : [...pieces, notice(missing)]
}

const piecesOf = ({ home, text, level }: Run): readonly Drawn[] => {
  if (Array.from(text).every(isInPaper)) {
    // The font's shaping turns letters that are read from the right, and no other character.
    const isTurned = level % 2 === 1 && !rightToLeft.test(text)
    const letters = Array.from(text).map((letter) => bidi().getMirroredCharacter(letter) ?? letter)
    return [drawn(isTurned ? letters.toReversed().join('') : text, 'Paper')]
  }
  if (home === null) return plainPieces(text)
  return [canDraw(home, text) ? drawn(text, home) : notice(text)]
}

/** Turned as a whole, a text that takes several lines would begin with its end. */
const longestTurned = 40
const linesOf = (text: string): readonly string[] =>
  text.split('\n').flatMap((line) => {
    if (!rightToLeft.test(line) || line.length <= longestTurned) return [line]
    const lines: string[] = []
    for (const word of line.split(' ')) {
      const last = lines.at(-1)
      if (last !== undefined && last.length + word.length < longestTurned)
        lines[lines.length - 1] = `${last} ${word}`
      else lines.push(word)
    }
    return lines
  })

const drawnOf = (text: string): readonly Drawn[] | null =>
  !rightToLeft.test(text) && Array.from(text).every(isInPaper)
    ? null
    : linesOf(text).flatMap((line, at) => [
        ...(at === 0 ? [] : [drawn('\n', 'Paper')]),
        ...inVisualOrder(runsOf(line)).flatMap(piecesOf),
      ])

/** How many letters are printed of a text, with what is said in the place of others. */
export const printedLength = (text: string): number =>
  drawnOf(text)?.reduce((sum, piece) => sum + piece.text.length, 0) ?? text.length

/** Whether something of a text is not printed. */
export const isPartlyPrinted = (text: string): boolean =>
  drawnOf(text)?.some((piece) => piece.isNotice) ?? false

/**
 * A text as pdfmake takes it: itself where the paper's font draws it from left to right, else its
 * pieces from left to right. What no font draws is said in its place.
 */
export const inFonts = (text: string): string | readonly Piece[] =>
  drawnOf(text)?.map(({ isNotice: _told, ...piece }) => piece) ?? text
