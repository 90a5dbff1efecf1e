import type { TrendBlock } from '../../src/domain/document/paper'

/** Greys that stay apart in print, lightest first. */
const shades = { 1: '#eeeeee', 2: '#cfcfcf', 3: '#a9a9a9' } as const
const ink = '#111111'
const hair = '#8a8a8a'
/** Of a bar behind a curve. */
const bar = '#5a5a5a'

/** Text in an SVG: nothing in it is markup. */
const plain = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** Room for the levels' names, at the left; for the marks' names, below. Points. */
const [left, right, top, bottom] = [42, 8, 6, 16]

/** How curves are told apart without colour. */
const styles = [
  { dash: '', mark: 'dot' },
  { dash: '4 2', mark: 'square' },
  { dash: '1 2', mark: 'ring' },
] as const
type Style = (typeof styles)[number]
export const styleOf = (at: number): Style => styles[at % styles.length] ?? styles[0]

const markAt = (x: number, y: number, { mark }: Style): string => {
  if (mark === 'square')
    return `<rect x="${(x - 1.6).toFixed(2)}" y="${(y - 1.6).toFixed(2)}" width="3.2" height="3.2" fill="${ink}"/>`
  const fill = mark === 'ring' ? '#ffffff' : ink
  return `<circle cx="${x.toFixed(2)}" cy="${y.toFixed(2)}" r="1.7" fill="${fill}" stroke="${ink}" stroke-width="0.6"/>`
}

/** The sample of a curve that stands beside its name. Width 28, height 8 points. */
export const sampleOf = (style: Style): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="28" height="8" viewBox="0 0 28 8"><line x1="1" y1="4" x2="27" y2="4" stroke="${ink}" stroke-width="1" ${style.dash === '' ? '' : `stroke-dasharray="${style.dash}"`}/>${markAt(14, 4, style)}</svg>`

/** A curve, broken where a value is missing. */
const curve = (points: readonly (readonly [number, number] | null)[], style: Style): string => {
  const pieces: (readonly [number, number])[][] = [[]]
  for (const point of points)
    if (point === null) pieces.push([])
    else pieces.at(-1)?.push(point)
  const lines = pieces
    .filter((piece) => piece.length > 1)
    .map(
      (piece) =>
        `<polyline fill="none" stroke="${ink}" stroke-width="1" ${style.dash === '' ? '' : `stroke-dasharray="${style.dash}"`} points="${piece.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join(' ')}"/>`,
    )
  // Where they would run into each other only the curve is drawn; a lone one is always marked.
  const marked = points.filter((point) => point !== null).length <= 150
  const marks = pieces
    .filter((piece) => marked || piece.length === 1)
    .flat()
    .map(([x, y]) => markAt(x, y, style))
  return [...lines, ...marks].join('')
}

/**
 * A trend as SVG.
 * @param width in points
 */
export function drawTrend(block: TrendBlock, width: number): string {
  const height = block.height ?? 110
  const [low, high] = block.range
  const x = (atMs: number): number =>
    left + ((width - left - right) * (atMs - block.fromMs)) / Math.max(1, block.toMs - block.fromMs)
  const y = (value: number): number => {
    const inside = Math.min(high, Math.max(low, value))
    return height - bottom - ((height - top - bottom) * (inside - low)) / Math.max(1e-9, high - low)
  }
  const label = (
    text: string,
    at: { readonly x: number; readonly y: number; readonly anchor: 'start' | 'middle' | 'end' },
  ): string =>
    `<text x="${at.x.toFixed(2)}" y="${at.y.toFixed(2)}" font-family="Paper" font-size="7" fill="${ink}" text-anchor="${at.anchor}">${plain(text)}</text>`
  const bands = (block.bands ?? []).map(
    ({ from, to, shade }) =>
      `<rect x="${left}" y="${y(to).toFixed(2)}" width="${width - left - right}" height="${(y(from) - y(to)).toFixed(2)}" fill="${shades[shade]}"/>`,
  )
  const levels = block.levels.map(
    ({ value, label: name }) =>
      `<line x1="${left}" x2="${width - right}" y1="${y(value).toFixed(2)}" y2="${y(value).toFixed(2)}" stroke="${hair}" stroke-width="0.4"/>${label(name, { x: left - 4, y: y(value) + 2.5, anchor: 'end' })}`,
  )
  const marks = block.marks.map(({ atMs, label: name }) => {
    const at = x(atMs)
    const anchor = at < left + 24 ? 'start' : at > width - right - 24 ? 'end' : 'middle'
    return `<line x1="${at.toFixed(2)}" x2="${at.toFixed(2)}" y1="${top}" y2="${height - bottom + 3}" stroke="${hair}" stroke-width="0.4"/>${label(name, { x: at, y: height - 4, anchor })}`
  })
  const curves = block.series.map(({ points }, at) =>
    curve(
      points.map(({ atMs, value }) => (value === null ? null : ([x(atMs), y(value)] as const))),
      styleOf(at),
    ),
  )
  const ranges = (block.ranges ?? []).map(({ atMs, low: least, high: greatest }) => {
    const [at, bottomY, topY] = [x(atMs), y(least), y(greatest)]
    return `<path d="M${(at - 1.5).toFixed(2)} ${bottomY.toFixed(2)}h3m-1.5 0V${topY.toFixed(2)}m-1.5 0h3" fill="none" stroke="${bar}" stroke-width="0.8"/>`
  })
  const frame = `<rect x="${left}" y="${top}" width="${width - left - right}" height="${height - top - bottom}" fill="none" stroke="${ink}" stroke-width="0.6"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${[...bands, ...levels, ...marks, frame, ...ranges, ...curves].join('')}</svg>`
}
