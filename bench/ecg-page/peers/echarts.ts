import { LineChart } from 'echarts/charts'
import { DataZoomInsideComponent, GridComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { edgeMv, type Mount } from '../contender'

use([LineChart, GridComponent, DataZoomInsideComponent, CanvasRenderer])

/**
 * LTTB over what is seen (filtered by the zoom), typed arrays, nothing animated, no labels, no
 * pointer.
 */
export const echarts: Mount = (host, signals) => {
  const data = signals.map(({ hertz, samples }) => {
    const flat = new Float64Array(samples.length * 2)
    for (let at = 0; at < samples.length; at++) {
      flat[at * 2] = (at * 1000) / hertz
      flat[at * 2 + 1] = samples[at] ?? 0
    }
    return flat
  })
  const chart = init(host, null, { renderer: 'canvas', devicePixelRatio })
  const none = { show: false }
  chart.setOption({
    animation: false,
    grid: { left: 0, right: 0, top: 0, bottom: 0 },
    xAxis: { type: 'value', min: 0, max: 90_000, ...none },
    yAxis: { type: 'value', min: -edgeMv, max: edgeMv, ...none },
    dataZoom: [
      {
        type: 'inside',
        filterMode: 'filter',
        zoomLock: true,
        throttle: 0,
        startValue: 0,
        endValue: 10_000,
        zoomOnMouseWheel: false,
        moveOnMouseMove: false,
      },
    ],
    series: [
      {
        id: 'ecg',
        type: 'line',
        sampling: 'lttb',
        showSymbol: false,
        silent: true,
        emphasis: { disabled: true },
        clip: true,
        dimensions: ['t', 'mv'],
        data: data[0],
        lineStyle: { color: '#000', width: 1.5 },
      },
    ],
  })
  return {
    show: (window, { left, span }) =>
      chart.setOption({
        dataZoom: [{ startValue: left, endValue: left + span }],
        series: [{ id: 'ecg', dimensions: ['t', 'mv'], data: data[window] }],
      }),
    move: ({ left, span }) =>
      chart.dispatchAction(
        { type: 'dataZoom', dataZoomIndex: 0, startValue: left, endValue: left + span },
        { flush: true },
      ),
  }
}
