import Dygraph from 'dygraphs'
import { edgeMv, type Mount, type Seen } from '../contender'

const rangeOf = ({ left, span }: Seen): [number, number] => [left, left + span]

/** Native rows, no axes, grid, legend or pointer. */
export const dygraphs: Mount = (host, signals) => {
  const rows = signals.map(({ hertz, samples }) =>
    Array.from(samples, (mv, at): [number, number] => [(at * 1000) / hertz, mv]),
  )
  const graph = new Dygraph(host, rows[0] ?? [], {
    labels: ['t', 'mV'],
    width: host.clientWidth,
    height: host.clientHeight,
    dateWindow: [0, 10_000],
    valueRange: [-edgeMv, edgeMv],
    color: '#000',
    strokeWidth: 1.5,
    drawPoints: false,
    drawAxis: false,
    drawGrid: false,
    legend: 'never',
    interactionModel: {},
    highlightCircleSize: 0,
    animatedZooms: false,
  })
  return {
    show: (window, seen) =>
      graph.updateOptions({ file: rows[window] ?? [], dateWindow: rangeOf(seen) }),
    move: (seen) => graph.updateOptions({ dateWindow: rangeOf(seen) }),
  }
}
