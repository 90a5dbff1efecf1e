import { standardPixelsPerMm } from '../../../src/domain/ecg/geometry'
import { edgeMv, seenSamples, type Mount, type Seen } from '../contender'

// Two techniques of ECG viewers, written anew from what they do; their code is not here. Both draw
// the samples that are seen, all of them, and the paper's grid.

const smallMm = 1
const gridXs = (width: number, { left, span }: Seen, everyMm: number): readonly number[] => {
  const perMs = width / span
  const step = everyMm * standardPixelsPerMm
  const first = step - ((left * perMs) % step)
  return Array.from({ length: Math.ceil(width / step) }, (_, at) => first + at * step)
}

/**
 * A canvas of the page's own thread, stroked anew with each frame: grid, base line, then a line to
 * each sample (OHIF, cornerstone3D).
 */
export const viewerCanvas: Mount = (host, signals) => {
  const canvas = host.appendChild(document.createElement('canvas'))
  const [width, height] = [host.clientWidth, host.clientHeight]
  Object.assign(canvas, { width: width * devicePixelRatio, height: height * devicePixelRatio })
  Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` })
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('No canvas')
  context.scale(devicePixelRatio, devicePixelRatio)
  let shown = 0
  const lines = (colour: string, thickness: number, everyMm: number, seen: Seen): void => {
    context.strokeStyle = colour
    context.lineWidth = thickness
    context.beginPath()
    for (const x of gridXs(width, seen, everyMm)) {
      context.moveTo(x, 0)
      context.lineTo(x, height)
    }
    for (let y = 0; y <= height; y += everyMm * standardPixelsPerMm) {
      context.moveTo(0, y)
      context.lineTo(width, y)
    }
    context.stroke()
  }
  const draw = (seen: Seen): void => {
    const signal = signals[shown]
    if (signal === undefined) return
    context.fillStyle = '#fff'
    context.fillRect(0, 0, width, height)
    lines('#f1d5cc', 0.5, smallMm, seen)
    lines('#dfa596', 1, smallMm * 5, seen)
    const [from, to] = seenSamples(signal, seen)
    const [perSample, perMv] = [(width / seen.span) * (1000 / signal.hertz), height / (2 * edgeMv)]
    const origin = -(seen.left * width) / seen.span
    context.strokeStyle = '#000'
    context.lineWidth = 1.5
    context.beginPath()
    for (let at = from; at < to; at++)
      context.lineTo(origin + at * perSample, height / 2 - (signal.samples[at] ?? 0) * perMv)
    context.stroke()
  }
  return {
    show: (window, seen) => {
      shown = window
      draw(seen)
    },
    move: draw,
  }
}

/**
 * A path of SVG, whose text is written anew with each view: a step to each sample; the grid is a
 * path too (LightWAVE).
 */
export const viewerSvg: Mount = (host, signals) => {
  const [width, height] = [host.clientWidth, host.clientHeight]
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('width', String(width))
  svg.setAttribute('height', String(height))
  const path = (colour: string, thickness: number): SVGPathElement => {
    const made = document.createElementNS('http://www.w3.org/2000/svg', 'path')
    made.setAttribute('style', `stroke:${colour};stroke-width:${thickness};fill:none`)
    return svg.appendChild(made)
  }
  const [fine, strong, trace] = [path('#f1d5cc', 0.5), path('#dfa596', 1), path('#000', 1.5)]
  host.append(svg)
  let shown = 0
  const grid = (seen: Seen, everyMm: number): string => {
    const rows: string[] = gridXs(width, seen, everyMm).map((x) => `M${x.toFixed(1)},0V${height}`)
    for (let y = 0; y <= height; y += everyMm * standardPixelsPerMm)
      rows.push(`M0,${y.toFixed(1)}H${width}`)
    return rows.join('')
  }
  const draw = (seen: Seen): void => {
    const signal = signals[shown]
    if (signal === undefined) return
    const [from, to] = seenSamples(signal, seen)
    const [perSample, perMv] = [(width / seen.span) * (1000 / signal.hertz), height / (2 * edgeMv)]
    const origin = -(seen.left * width) / seen.span
    let text = ''
    for (let at = from; at < to; at++)
      text += `${at === from ? 'M' : 'L'}${(origin + at * perSample).toFixed(1)},${(height / 2 - (signal.samples[at] ?? 0) * perMv).toFixed(1)}`
    fine.setAttribute('d', grid(seen, smallMm))
    strong.setAttribute('d', grid(seen, smallMm * 5))
    trace.setAttribute('d', text)
  }
  return {
    show: (window, seen) => {
      shown = window
      draw(seen)
    },
    move: draw,
  }
}
