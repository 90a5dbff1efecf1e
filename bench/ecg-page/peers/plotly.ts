import Plotly from 'plotly.js-basic-dist-min'
import { edgeMv, type Mount, type Seen } from '../contender'

const axis = { visible: false, fixedrange: true, autorange: false }
const layoutOf = (host: HTMLElement, { left, span }: Seen) => ({
  width: host.clientWidth,
  height: host.clientHeight,
  margin: { l: 0, r: 0, t: 0, b: 0 },
  showlegend: false,
  hovermode: false,
  xaxis: { ...axis, range: [left, left + span] },
  yaxis: { ...axis, range: [-edgeMv, edgeMv] },
})

/** Typed arrays, its own simplifying of lines, a static plot. */
export const plotly: Mount = async (host, signals) => {
  const traceOf = (window: number) => {
    const signal = signals[window]
    return {
      type: 'scatter',
      mode: 'lines',
      x0: 0,
      dx: 1000 / (signal?.hertz ?? 1),
      y: signal?.samples ?? [],
      line: { color: '#000', width: 1.5, simplify: true },
      hoverinfo: 'skip',
    }
  }
  await Plotly.newPlot(host, [traceOf(0)], layoutOf(host, { left: 0, span: 10_000 }), {
    staticPlot: true,
  })
  return {
    show: async (window, seen) => {
      await Plotly.react(host, [traceOf(window)], layoutOf(host, seen), { staticPlot: true })
    },
    move: ({ left, span }) => void Plotly.relayout(host, { 'xaxis.range': [left, left + span] }),
  }
}
