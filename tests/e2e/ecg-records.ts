import { createHmac } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { demonstrationPatients } from '../../server/demonstration/people'
import { riverside } from './portal'

/**
 * The `at`th patient of Riverside who wears no ECG in the demonstration: what a test sends is all
 * there is.
 */
export const patientWithoutEcg = (at: number): string => {
  const found = demonstrationPatients.filter(
    ({ organization, traits }) => organization === 'riverside' && !traits.has('ecg'),
  )[at]
  if (found === undefined) throw new Error(`No patient ${at}`)
  return found.id
}

/** A run of samples as a test knows it: mV. */
export interface Known {
  readonly startedAt: number
  readonly frequency: number
  readonly samples: readonly number[]
}

/** Sends runs as a device of Riverside does. */
export const postRuns = async (
  request: APIRequestContext,
  patientId: string,
  runs: readonly Known[],
): Promise<void> => {
  const path = '/Prod/ingest/v1/waveforms'
  const body = JSON.stringify(
    runs.map(({ startedAt, frequency, samples }) => ({
      id: `e2e-${patientId}-${startedAt}`,
      patientId,
      type: 'SingleECG',
      samplingFrequencyPerSecond: frequency,
      recordedAt: new Date(startedAt).toISOString(),
      waveform: samples,
    })),
  )
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', riverside.secret)
    .update(`${timestamp}\nPOST\n${path}\n${body}`)
    .digest('hex')
  const answer = await request.post(path, {
    data: Buffer.from(body),
    headers: {
      'content-type': 'application/json',
      'x-api-key': riverside.key,
      'x-timestamp': timestamp,
      'x-signature': signature,
    },
  })
  const text = await answer.text()
  if (!answer.ok() || /"status":4/.test(text))
    throw new Error(`${answer.status()} ${text.slice(0, 300)}`)
}

export interface Paper {
  /**
   * For each column of pixels the first and the last row that the line touches; null: there is no
   * line.
   */
  readonly columns: readonly (readonly [number, number] | null)[]
  readonly height: number
  /** Where the trace begins. */
  readonly gutter: number
  /** How far it says that it was moved, milliseconds: whole ones, a little after it was. */
  readonly moved: number
}

/** Reads back what is on the paper, pixel by pixel. */
export const readPaper = (page: Page): Promise<Paper> =>
  page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('[data-pen] canvas')
    const host = canvas?.closest<HTMLElement>('[data-pen]')
    if (canvas == null || host == null) throw new Error('No paper')
    const box = canvas.getBoundingClientRect()
    const [width, height] = [Math.round(box.width), Math.round(box.height)]
    const copy = Object.assign(document.createElement('canvas'), { width, height })
    const context = copy.getContext('2d', { willReadFrequently: true })
    if (context === null) throw new Error('No context')
    context.drawImage(canvas, 0, 0)
    const { data } = context.getImageData(0, 0, width, height)
    const gutter = Math.round(Number.parseFloat(host.style.getPropertyValue('--gutter')))
    const columns: ([number, number] | null)[] = []
    for (let x = gutter; x < width; x++) {
      let [first, last] = [-1, -1]
      for (let y = 0; y < height; y++) {
        const at = (y * width + x) * 4
        // Nearly black: the line, half of its soft edge, and nothing of the grid or of the marks
        // beyond the range.
        if (
          (data[at] ?? 255) + (data[at + 1] ?? 255) + (data[at + 2] ?? 255) < 320 &&
          Math.abs((data[at] ?? 0) - (data[at + 1] ?? 0)) < 60
        ) {
          if (first < 0) first = y
          last = y
        }
      }
      columns.push(first < 0 ? null : [first, last])
    }
    const says = (name: string): number =>
      Number(host.querySelector('[role="slider"]')?.getAttribute(name))
    return { columns, height, gutter, moved: says('aria-valuenow') - says('aria-valuemin') }
  })

/**
 * The line between samples at an instant; null where there is none. Written apart from the portal's
 * own code.
 */
const lineAt = (runs: readonly Known[], instant: number): number | null => {
  for (const { startedAt, frequency, samples } of runs) {
    const at = ((instant - startedAt) * frequency) / 1000
    if (at < 0 || at > samples.length - 1) continue
    const [a, b] = [samples[Math.floor(at)] ?? 0, samples[Math.ceil(at)] ?? 0]
    return a + (b - a) * (at - Math.floor(at))
  }
  return null
}

/** Where the line leaves the range a mark of three pixels stands at the edge in its place. */
const edge = 4

/**
 * Columns in which the paper and the samples disagree by more than a pixel and a half; `left`: the
 * instant at the paper's left edge.
 */
export const disagreements = (
  paper: Paper,
  runs: readonly Known[],
  left: number,
  {
    speed,
    range,
    pixelsPerMm,
  }: { readonly speed: number; readonly range: number; readonly pixelsPerMm: number },
): readonly string[] => {
  const msPerPixel = 1000 / (speed * pixelsPerMm)
  const y = (mv: number): number => paper.height / 2 - mv * (40 / (2 * range)) * pixelsPerMm
  return paper.columns.flatMap((column, x) => {
    const [from, to] = [left + x * msPerPixel, left + (x + 1) * msPerPixel]
    const inside = runs.flatMap(({ startedAt, frequency, samples }) => {
      const first = Math.max(0, Math.ceil(((from - startedAt) * frequency) / 1000))
      return samples.slice(
        first,
        Math.max(first, Math.floor(((to - startedAt) * frequency) / 1000) + 1),
      )
    })
    const values = [...inside, lineAt(runs, from), lineAt(runs, to)].filter((mv) => mv !== null)
    const isEdge = [-2, -1, 1, 2].some(
      (by) => (lineAt(runs, from + by * msPerPixel) === null) !== (lineAt(runs, from) === null),
    )
    if (isEdge) return []
    const [top, bottom] = [y(Math.max(...values)), y(Math.min(...values))]
    const isOver = bottom < edge + 1
    const isUnder = top > paper.height - edge - 1
    if (column === null) return values.length === 0 || isOver || isUnder ? [] : [`${x}: no line`]
    const isElsewhere =
      values.length === 0 ||
      (isOver && column[1] > edge + 2) ||
      (isUnder && column[0] < paper.height - edge - 3)
    if (isElsewhere) return [`${x}: a line where none is`]
    if (isOver || isUnder) return []
    const wrong = (expected: number, seen: number): boolean =>
      expected < 2
        ? seen > edge
        : expected > paper.height - 2
          ? seen < paper.height - 1 - edge
          : Math.abs(expected - seen) > 2
    // The line is 1.5 pixels thick, a row's middle half a pixel below its number.
    return wrong(top - 0.25, column[0]) || wrong(bottom - 0.75, column[1])
      ? [`${x}: ${column.join('–')}, not ${top.toFixed(1)}–${bottom.toFixed(1)}`]
      : []
  })
}
