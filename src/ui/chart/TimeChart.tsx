import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type UPlotChart from 'uplot'
import { clinicalZone } from '../../domain/time'
import styles from './TimeChart.module.css'

/** One series that is drawn; of the length of the times. */
export type TimeValues = readonly (number | null | undefined)[]

export interface TimeChartProps {
  /** Epoch milliseconds, ascending. */
  readonly atMs: readonly number[]
  /** Joined by a line. Null ends it, undefined is passed over. */
  readonly joined: TimeValues
  /** Hollow points, which no line leads to. */
  readonly apart: TimeValues
  readonly fromMs: number
  readonly toMs: number
  /** The upper end of the values. */
  readonly most: number
  /** The lower end; 0 where it is left out. */
  readonly least?: number
  /** Half a step of the values: how far a band reaches beyond its own. */
  readonly halfStep?: number
  /** Bars from a least to a greatest value. */
  readonly ranges?: readonly {
    readonly atMs: number
    readonly low: number
    readonly high: number
  }[]
  /** CSS pixels. */
  readonly height?: number
  /** The text beside a tick; the number itself where it is left out. */
  readonly tickText?: (tick: number) => string
  /** Grounds of the values `from` to `to`, both included, in the colour of a score. */
  readonly bands: readonly {
    readonly band: 1 | 2 | 3
    readonly from: number
    readonly to: number
  }[]
  /** Values with a line across and a digit beside it. */
  readonly ticks: readonly number[]
  /** The text under a time, where times are so many milliseconds apart. */
  readonly timeText: (ms: number, stepMs: number) => string
  /** The value that is read now. */
  readonly selected: { readonly atMs: number; readonly value: number } | null
  /** The reader points at this time, epoch milliseconds. */
  readonly onPoint: (ms: number) => void
  /** The drawing cannot be made here: what it shows must be read elsewhere. */
  readonly onFailed: () => void
}

const usualHeight = 220
/** Of what a band lays over the ground. */
const bandOpacity = 0.4
/** Of whole numbers. */
const usualHalfStep = 0.5
/** Of a bar's foot and head, CSS pixels. */
const barEnd = 3
const lineWidth = 2
const pointSize = 8
const ringRadius = 9
/** Least distance of two texts below the chart, CSS pixels. */
const leastTextDistance = 72

const colour = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()

/** The theme as the page is drawn in now; printing changes it without React. */
const useDrawnTheme = (): string | undefined => {
  const [theme, setTheme] = useState(() => document.documentElement.dataset['theme'])
  useEffect(() => {
    const observer = new MutationObserver(() => setTheme(document.documentElement.dataset['theme']))
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => observer.disconnect()
  }, [])
  return theme
}

/** What a drawing is made for; with another one it is made anew. */
interface Frame {
  readonly fromMs: number
  readonly toMs: number
  readonly least: number
  readonly most: number
  readonly halfStep: number
  readonly height: number
  readonly theme: string | undefined
}

const drawBands = (
  chart: UPlotChart,
  { bands, most, halfStep = usualHalfStep }: TimeChartProps,
): void => {
  const { ctx, bbox } = chart
  const y = (value: number): number =>
    Math.min(bbox.top + bbox.height, Math.max(bbox.top, chart.valToPos(value, 'y', true)))
  ctx.save()
  ctx.globalAlpha = bandOpacity
  for (const { band, from, to } of bands) {
    const [top, bottom] = [y(to >= most ? most + 1 : to + halfStep), y(from - halfStep)]
    ctx.fillStyle = colour(`score-${band}`)
    ctx.fillRect(bbox.left, top, bbox.width, bottom - top)
  }
  ctx.restore()
}

const drawRanges = (chart: UPlotChart, ranges: TimeChartProps['ranges']): void => {
  if (ranges === undefined) return
  const { ctx } = chart
  const end = barEnd * devicePixelRatio
  ctx.save()
  ctx.strokeStyle = colour('ink-quiet')
  ctx.lineWidth = devicePixelRatio
  ctx.beginPath()
  for (const { atMs, low, high } of ranges) {
    const x = chart.valToPos(atMs, 'x', true)
    const [bottom, top] = [chart.valToPos(low, 'y', true), chart.valToPos(high, 'y', true)]
    ctx.moveTo(x - end, top)
    ctx.lineTo(x + end, top)
    ctx.moveTo(x, top)
    ctx.lineTo(x, bottom)
    ctx.moveTo(x - end, bottom)
    ctx.lineTo(x + end, bottom)
  }
  ctx.stroke()
  ctx.restore()
}

const drawSelected = (chart: UPlotChart, selected: TimeChartProps['selected']): void => {
  if (selected === null) return
  const { ctx } = chart
  ctx.save()
  ctx.strokeStyle = colour('focus')
  ctx.lineWidth = lineWidth * devicePixelRatio
  ctx.beginPath()
  ctx.arc(
    chart.valToPos(selected.atMs, 'x', true),
    chart.valToPos(selected.value, 'y', true),
    ringRadius * devicePixelRatio,
    0,
    2 * Math.PI,
  )
  ctx.stroke()
  ctx.restore()
}

const optionsOf = (
  UPlot: Pick<typeof UPlotChart, 'tzDate'>,
  width: number,
  { fromMs, toMs, least, most, halfStep, height }: Frame,
  now: () => TimeChartProps,
): UPlotChart.Options => {
  const [ink, quiet, line, surface] = ['ink', 'ink-quiet', 'line', 'surface'].map(colour)
  const font = `12px ${getComputedStyle(document.body).fontFamily}`
  const axis = { stroke: quiet ?? '', font, ticks: { stroke: line ?? '', size: 4 } }
  const shown = { show: true, size: pointSize, stroke: ink ?? '' }
  return {
    width,
    height,
    ms: 1,
    // Days begin at the clinical midnight.
    tzDate: (ms) => UPlot.tzDate(new Date(ms), clinicalZone()),
    padding: [8, 28, 0, 0],
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: {
      x: { time: true, range: () => [fromMs, toMs] },
      y: { range: () => [least - halfStep, most + halfStep] },
    },
    axes: [
      {
        ...axis,
        size: 36,
        space: leastTextDistance,
        grid: { stroke: line ?? '', width: 1 },
        values: (_chart, splits, _axis, _space, step) =>
          splits.map((ms) => now().timeText(ms, step)),
      },
      {
        ...axis,
        // '100.6' is five characters.
        size: (_chart, values) => (values?.some((text) => text.length > 4) ? 46 : 36),
        grid: { show: false },
        splits: () => [...now().ticks],
        values: (_chart, splits) => splits.map(now().tickText ?? String),
      },
    ],
    series: [
      {},
      {
        stroke: ink ?? '',
        width: lineWidth,
        spanGaps: false,
        points: { ...shown, fill: ink ?? '' },
      },
      {
        stroke: ink ?? '',
        paths: () => null,
        points: { ...shown, fill: surface ?? '', width: lineWidth },
      },
    ],
    hooks: {
      drawClear: [(chart) => drawBands(chart, now())],
      draw: [
        (chart) => drawRanges(chart, now().ranges),
        (chart) => drawSelected(chart, now().selected),
      ],
      setCursor: [
        (chart) => {
          const { left } = chart.cursor
          if (left !== undefined && left >= 0) now().onPoint(chart.posToVal(left, 'x'))
        },
      ],
    },
  }
}

/**
 * Values on a true time axis (uPlot). A picture alone: its user says the same in text and has the
 * keys.
 */
export function TimeChart(props: TimeChartProps) {
  const { atMs, joined, apart, fromMs, toMs, most, selected } = props
  const { least = 0, halfStep = usualHalfStep, height = usualHeight } = props
  const host = useRef<HTMLDivElement>(null)
  const chart = useRef<UPlotChart | null>(null)
  const latest = useRef(props)
  const theme = useDrawnTheme()
  useLayoutEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    const element = host.current
    let gone = false
    let made: UPlotChart | null = null
    const observer =
      typeof ResizeObserver === 'undefined'
        ? null
        : new ResizeObserver(() => {
            if (element !== null && element.clientWidth > 0)
              made?.setSize({ width: element.clientWidth, height })
          })
    const draw = async (): Promise<void> => {
      if (element === null) return
      if (document.createElement('canvas').getContext('2d') === null) {
        latest.current.onFailed()
        return
      }
      const { UPlot } = await import('./uplot')
      if (gone) return
      const width = Math.max(1, element.clientWidth)
      made = new UPlot(
        optionsOf(
          UPlot,
          width,
          { fromMs, toMs, least, most, halfStep, height, theme },
          () => latest.current,
        ),
        [[...atMs], [...joined], [...apart]],
        element,
      )
      chart.current = made
      observer?.observe(element)
    }
    draw().catch(() => {
      if (!gone) latest.current.onFailed()
    })
    return () => {
      gone = true
      observer?.disconnect()
      made?.destroy()
      chart.current = null
    }
  }, [atMs, joined, apart, fromMs, toMs, least, most, halfStep, height, theme])
  useEffect(() => {
    if (selected !== null) chart.current?.redraw(false)
  }, [selected])
  return (
    <div ref={host} className={styles['chart']} style={{ minHeight: height }} aria-hidden="true" />
  )
}
