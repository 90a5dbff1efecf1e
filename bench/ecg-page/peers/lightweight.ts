import { createChart, LineSeries, type UTCTimestamp } from 'lightweight-charts'
import { edgeMv, type Mount } from '../contender'

/**
 * Its times are whole seconds: a sample is one, so that what is seen is a range of samples. No
 * axes, grid or pointer.
 */
export const lightweight: Mount = (host, signals) => {
  const points = signals.map(({ samples }) =>
    Array.from(samples, (value, at) => ({ time: at as UTCTimestamp, value })),
  )
  const hidden = { visible: false }
  const chart = createChart(host, {
    width: host.clientWidth,
    height: host.clientHeight,
    layout: { attributionLogo: false },
    grid: { vertLines: hidden, horzLines: hidden },
    rightPriceScale: { ...hidden, scaleMargins: { top: 0, bottom: 0 } },
    leftPriceScale: hidden,
    timeScale: { visible: false, minBarSpacing: 0.001 },
    crosshair: { vertLine: hidden, horzLine: hidden },
    handleScroll: false,
    handleScale: false,
  })
  const series = chart.addSeries(LineSeries, {
    color: '#000',
    lineWidth: 2,
    priceLineVisible: false,
    lastValueVisible: false,
    crosshairMarkerVisible: false,
    autoscaleInfoProvider: () => ({ priceRange: { minValue: -edgeMv, maxValue: edgeMv } }),
  })
  const hertz = signals[0]?.hertz ?? 1
  const range = (left: number, span: number) => ({
    from: (left * hertz) / 1000,
    to: ((left + span) * hertz) / 1000,
  })
  return {
    show: (window, { left, span }) => {
      series.setData(points[window] ?? [])
      chart.timeScale().setVisibleLogicalRange(range(left, span))
    },
    move: ({ left, span }) => chart.timeScale().setVisibleLogicalRange(range(left, span)),
  }
}
