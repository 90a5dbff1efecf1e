import { describe, expect, test } from 'vitest'
import { inFonts, isPartlyPrinted } from '../../../server/documents/scripts'

/** What stands on the page from left to right, with its fonts. */
const drawn = (text: string) => {
  const found = inFonts(text)
  return typeof found === 'string'
    ? found
    : found.map((piece) => (piece.font === 'Paper' ? piece.text : `${piece.font}:${piece.text}`))
}

describe('F6 a text in the fonts that have its letters', () => {
  test.each(['O’BRIEN, Siobhán', 'Екатерина', 'Παπαδόπουλος', 'SpO2 ≥ 92 %, 3–5 L/min', ''])(
    'is itself where the paper’s font draws it: %s',
    (text) => {
      expect(inFonts(text)).toBe(text)
    },
  )

  test('words that are read from the right stand from right to left, the comma between them', () => {
    expect(drawn('الفارسي, أحمد')).toEqual(['أحمد', ' ', ',', 'الفارسي'])
    expect(drawn('כהן, שלום')).toEqual(['שלום', ' ', ',', 'כהן'])
    expect(drawn('SMITH, أحمد الفارسي')).toEqual(['SMITH,', ' ', 'الفارسي', ' ', 'أحمد'])
  })

  test('figures and Latin words within them keep their own direction, and brackets are turned', () => {
    expect(drawn('غرفة 12 (ب)')).toEqual(expect.arrayContaining(['12', '(', 'ب', ')']))
    expect((drawn('غرفة 12 (ب)') as readonly string[]).join('')).toBe('(ب) 12 غرفة')
  })

  test('a long text begins with its beginning', () => {
    const words = 'هذا نص طويل باللغة العربية يمتد على أكثر من سطر واحد'
    const lines = (drawn(words) as readonly string[]).join('').split('\n')
    expect(lines).toHaveLength(2)
    expect(lines[0]?.endsWith('هذا')).toBe(true)
    expect(lines.every((line) => line.length <= 40)).toBe(true)
  })

  test('letters that the paper’s font lacks are drawn by their script’s', () => {
    expect(drawn('शर्मा, अनिल')).toEqual(['Devanagari:शर्मा', ',', ' ', 'Devanagari:अनिल'])
    expect(drawn('પટેલ Priya தமிழ்')).toEqual(['Gujarati:પટેલ', ' ', 'Priya', ' ', 'Tamil:தமிழ்'])
    expect(drawn('ہاشمی, محمد')).toEqual(['محمد', ' ', ',', 'Arabic:ہاشمی'])
    expect(drawn('क्\u200dष')).toEqual(['Devanagari:क्\u200dष'])
  })

  test('what no font draws, or draws wrongly, is said in its place', () => {
    expect((drawn('SMITH, 王芳 2') as readonly string[]).join('')).toBe(
      'SMITH, [not printed: Chinese] 2',
    )
    expect((drawn('রহিম') as readonly string[]).join('')).toBe('[not printed: Bengali]')
    expect((drawn('\u{12000}') as readonly string[]).join('')).toBe('[not printed: letters]')
    expect(['SMITH', 'أحمد', 'शर्मा'].map(isPartlyPrinted)).toEqual([false, false, false])
    expect(['王', 'SMITH, রহিম'].map(isPartlyPrinted)).toEqual([true, true])
  })

  test('a word that the font’s shaping fails on is said not to be printed', () => {
    expect((drawn('ળ્રુ') as readonly string[]).join('')).toBe('[not printed: letters]')
  })
})
