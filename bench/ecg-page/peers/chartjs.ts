import { Chart, Decimation, LinearScale, LineController, LineElement, PointElement } from 'chart.js'
import { edgeMv, type Mount, type Seen } from '../contender'

Chart.register(LineController, LineElement, PointElement, LinearScale, Decimation)

/**
 * Least and largest of each pixel (its own plugin), parsed points, nothing animated, no labels, no
 * pointer.
 */
export const chartJs: Mount = (host, signals) => {
  const points = signals.map(({ hertz, samples }) =>
    Array.from(samples, (y, at) => ({ x: (at * 1000) / hertz, y })),
  )
  const canvas = host.appendChild(
    Object.assign(document.createElement('canvas'), {
      width: host.clientWidth,
      height: host.clientHeight,
    }),
  )
  const chart = new Chart(canvas, {
    type: 'line',
    data: {
      datasets: [
        {
          data: points[0] ?? [],
          borderColor: '#000',
          borderWidth: 1.5,
          pointRadius: 0,
          pointHitRadius: 0,
          tension: 0,
        },
      ],
    },
    options: {
      animation: false,
      parsing: false,
      normalized: true,
      responsive: false,
      events: [],
      spanGaps: true,
      plugins: { decimation: { enabled: true, algorithm: 'min-max', threshold: host.clientWidth } },
      scales: {
        x: { type: 'linear', display: false, min: 0, max: 10_000 },
        y: { type: 'linear', display: false, min: -edgeMv, max: edgeMv },
      },
    },
  })
  const see = ({ left, span }: Seen): void => {
    // Its options are new after each update.
    Object.assign(chart.options.scales?.['x'] ?? {}, { min: left, max: left + span })
    chart.update('none')
  }
  return {
    show: (window, seen) => {
      const [set] = chart.data.datasets
      if (set !== undefined) set.data = points[window] ?? []
      see(seen)
    },
    move: see,
  }
}
