import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { themes, type ThemeName } from '../../src/ui/theme/themes'

const css = readFileSync('src/ui/theme/tokens.css', 'utf8')

const tokensOf = (theme: ThemeName): ReadonlyMap<string, string> => {
  const block = css.split(`:root[data-theme='${theme}']`)[1]?.split('}')[0] ?? ''
  return new Map(
    [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  )
}

/** WCAG 2.2 relative luminance of #rrggbb. */
const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Text on ground: 4.5 (WCAG 1.4.3). */
const textPairs = [
  ...['ground', 'surface', 'sunken', 'hover', 'bar', 'brand-wash'].flatMap((ground) => [
    ['ink', ground],
    ['ink-quiet', ground],
  ]),
  ...['ground', 'surface', 'hover', 'bar', 'brand-wash'].map((ground) => ['brand-text', ground]),
  ['brand-ink', 'brand'],
  ['brand-ink', 'brand-hover'],
  ['card-ground-ink', 'card-ground'],
  ['score-1-ink', 'score-1'],
  ['score-2-ink', 'score-2'],
  ['score-3-ink', 'score-3'],
  ['stale-ink', 'stale-a'],
  ['stale-ink', 'stale-b'],
  ['danger', 'surface'],
  ['danger', 'ground'],
  ['danger', 'bar'],
  ['danger', 'hover'],
  ['danger', 'danger-wash'],
  ['ink', 'danger-wash'],
  ['danger-ink', 'danger'],
  ['danger-ink', 'danger-hover'],
  ['warn-ink', 'warn-wash'],
  ['surface', 'ink'], // the tooltip
]

/** Edges of controls, marks and focus rings: 3 (WCAG 1.4.11, 2.4.13). */
const edgePairs = [
  ['line-strong', 'surface'],
  ['line-strong', 'ground'],
  ['brand', 'surface'],
  ['brand', 'ground'],
  ['focus', 'ground'],
  ['focus', 'surface'],
  ['focus', 'bar'],
  ['score-1-edge', 'surface'],
  ['score-2-edge', 'surface'],
  ['score-3-edge', 'surface'],
  ['danger', 'surface'],
  ['warn-edge', 'warn-wash'],
]

describe.each(themes)('theme %s', (theme) => {
  const tokens = tokensOf(theme)
  const colour = (name: string | undefined): string => tokens.get(name ?? '') ?? `missing ${name}`

  it('every pair of text and ground has a contrast of at least 4.5', () => {
    const wrong = textPairs
      .map(([ink, ground]) => ({ ink, ground, ratio: contrast(colour(ink), colour(ground)) }))
      .filter(({ ratio }) => !(ratio >= 4.5))
    expect(wrong).toEqual([])
  })

  it('every edge, mark and focus ring has a contrast of at least 3', () => {
    const wrong = edgePairs
      .map(([edge, ground]) => ({ edge, ground, ratio: contrast(colour(edge), colour(ground)) }))
      .filter(({ ratio }) => !(ratio >= 3))
    expect(wrong).toEqual([])
  })

  it('no token is green for fine: score grounds are warm', () => {
    for (const name of ['score-1', 'score-2', 'score-3']) {
      const [red = 0, green = 0] = [1, 3].map((at) =>
        Number.parseInt(colour(name).slice(at, at + 2), 16),
      )
      expect(red).toBeGreaterThan(green)
    }
  })
})

it('all three themes define the same tokens', () => {
  const [day, night, contrastTheme] = themes.map((theme) => [...tokensOf(theme).keys()].toSorted())
  expect(night).toEqual(day)
  expect(contrastTheme).toEqual(day)
})

it('night has a true dark ground and no light area', () => {
  const night = tokensOf('night')
  for (const name of [
    'ground',
    'surface',
    'sunken',
    'bar',
    'hover',
    'stale-a',
    'stale-b',
    'score-1',
    'score-2',
    'score-3',
    'warn-wash',
    'danger-wash',
  ]) {
    expect(luminance(night.get(name) ?? '#ffffff'), name).toBeLessThan(0.18)
  }
})
