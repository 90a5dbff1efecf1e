import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { decimated, edgeMv, secondsOf, type Mount, type Seen } from '../contender'

const make = (host: HTMLElement, data: uPlot.AlignedData): uPlot =>
  new uPlot(
    {
      width: host.clientWidth,
      height: host.clientHeight,
      legend: { show: false },
      cursor: { show: false },
      select: { show: false, left: 0, top: 0, width: 0, height: 0 },
      padding: [0, 0, 0, 0],
      axes: [{ show: false }, { show: false }],
      scales: { x: { time: false, auto: false }, y: { auto: false, range: [-edgeMv, edgeMv] } },
      series: [{}, { stroke: '#000', width: 1.5, points: { show: false } }],
    },
    data,
    host,
  )
const scaleOf = ({ left, span }: Seen) => ({ min: left / 1000, max: (left + span) / 1000 })

/** All samples of the window; uPlot itself draws least and largest of each pixel. */
export const uplotRaw: Mount = (host, signals) => {
  const data = signals.map((signal): uPlot.AlignedData => [
    secondsOf(signal),
    Float64Array.from(signal.samples),
  ])
  const plot = make(host, data[0] ?? [[], []])
  return {
    show: (window, seen) =>
      plot.batch(() => {
        plot.setData(data[window] ?? [[], []], false)
        plot.setScale('x', scaleOf(seen))
      }),
    move: (seen) => plot.setScale('x', scaleOf(seen)),
  }
}

/** Only what is seen, two points a pixel, decimated anew for each frame. */
export const uplotDecimated: Mount = (host, signals) => {
  const seconds = signals.map(secondsOf)
  const plot = make(host, [[], []])
  let shown = 0
  const draw = (seen: Seen): void => {
    const [signal, at] = [signals[shown], seconds[shown]]
    if (signal === undefined || at === undefined) return
    const points = decimated(signal, at, seen, host.clientWidth)
    plot.batch(() => {
      plot.setData([points.at, points.mv], false)
      plot.setScale('x', scaleOf(seen))
    })
  }
  return {
    show: (window, seen) => {
      shown = window
      draw(seen)
    },
    move: draw,
  }
}
