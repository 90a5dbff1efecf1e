import { standardPixelsPerMm } from '../../src/domain/ecg/geometry'
import type { Contender, EcgBench, Mount, PaperSpeed, Seen, Signal } from './contender'

/** What can be measured. Each is fetched by itself: nobody pays for another's code. */
const mounts: Readonly<Record<string, () => Promise<Mount>>> = {
  'empty frame': () =>
    Promise.resolve(() => ({ show: frame, move: () => undefined, load: nextTask })),
  'Lamplight, trace': async () => (await import('./own')).ownTrace,
  'Lamplight, paper': async () => (await import('./own')).ownWorker,
  'Lamplight, paper drawn by the page': async () => (await import('./own')).ownPage,
  'uPlot, raw': async () => (await import('./peers/uplot')).uplotRaw,
  'uPlot, decimated': async () => (await import('./peers/uplot')).uplotDecimated,
  'ECharts, LTTB': async () => (await import('./peers/echarts')).echarts,
  'Chart.js, decimation': async () => (await import('./peers/chartjs')).chartJs,
  dygraphs: async () => (await import('./peers/dygraphs')).dygraphs,
  'lightweight-charts': async () => (await import('./peers/lightweight')).lightweight,
  Plotly: async () => (await import('./peers/plotly')).plotly,
  'viewer, canvas': async () => (await import('./peers/viewers')).viewerCanvas,
  'viewer, SVG': async () => (await import('./peers/viewers')).viewerSvg,
}

/** As wide as the paper in the portal at 1440 px, as high as 40 mm. */
const size = { width: 1200, height: 151 }
const seconds = 90
/** After a window was shown: the frame that it is drawn with, and what is done after it. */
const restMs = 300
let contender: Contender | null = null
let shown: readonly Signal[] = []
let speed: PaperSpeed = 25
const held = (): Contender => {
  if (contender === null) throw new Error('Nothing is mounted')
  return contender
}
const seenAt = (pixels: number): Seen => {
  const perMs = (speed * standardPixelsPerMm) / 1000
  return { left: pixels / perMs, span: size.width / perMs }
}
const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
const frame = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => resolve())
  })
const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => resolve(), { once: true })
    port1.start()
    port2.postMessage(null)
  })
/** After the frame was drawn and handed on, in a task of its own. */
const afterFrame = async (): Promise<void> => {
  await frame()
  await nextTask()
}

const bench: EcgBench = {
  mount: async (name, hertz, windows) => {
    const all = new Float32Array(await (await fetch(`/Prod/ecg/${hertz}`)).arrayBuffer())
    const signals = Array.from({ length: windows }, (_, at): Signal => ({
      startedAt: 1_760_000_000_000 + at * seconds * 1000,
      hertz,
      samples: all.slice(at * seconds * hertz, (at + 1) * seconds * hertz),
    }))
    const mount = await mounts[name]?.()
    if (mount === undefined) throw new Error(`Nothing is called ${name}`)
    const host = document.createElement('div')
    Object.assign(host.style, {
      width: `${size.width}px`,
      height: `${size.height}px`,
      position: 'relative',
      margin: '40px',
    })
    document.body.append(host)
    shown = signals
    contender = await mount(host, signals)
    for (let window = 0; window < windows; window++) {
      await contender.show(window, seenAt(0))
      await afterFrame()
    }
  },
  setSpeed: async (next) => {
    if (speed === next) return
    speed = next
    await contender?.setSpeed?.(next)
    contender?.move(seenAt(0))
    await afterFrame()
  },
  draw: async (window) => {
    await pause(60)
    performance.mark('draw')
    await nextTask()
    await held().show(window, seenAt(0))
    await pause(restMs)
    performance.mark('drawn')
  },
  pan: async (frames) => {
    const step = (speed * standardPixelsPerMm) / 60
    await pause(60)
    for (let at = 0; at <= frames; at++) {
      await frame()
      performance.mark('frame')
      if (at < frames) held().move(seenAt(at * step))
    }
  },
  load: async (window) => {
    await pause(60)
    performance.mark('load')
    await nextTask()
    await held().load?.(window)
    await nextTask()
    performance.mark('loaded')
  },
  parse: (window) => {
    const text = JSON.stringify(
      Array.from(shown[window]?.samples ?? [], (mv) => Math.round(mv * 1000) / 1000),
    )
    const began = performance.now()
    const read = Float32Array.from(JSON.parse(text) as readonly number[])
    return read.length > 0 ? performance.now() - began : Number.NaN
  },
}
Object.assign(window, { ecgBench: bench })
