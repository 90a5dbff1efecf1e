import { deflateSync } from 'node:zlib'

/** What an ECG report of the demonstration says. */
export interface EcgReport {
  readonly name: string
  readonly born: string
  readonly number: string
  readonly recordedAt: string
  readonly beatsPerMinute: number
  readonly finding: string
  /** Millivolts, evenly spaced. */
  readonly samples: readonly number[]
  readonly samplesPerSecond: number
}

/** A4 on its side, in points; one millimetre of paper. */
const [wide, high] = [842, 595]
const mm = 72 / 25.4
/** The strip's left edge and the line of its first row; seconds in a row, at 25 mm/s. */
const [left, top, rowSeconds, rows] = [46, 400, 10, 2]
const rowHigh = 150

const text = (x: number, y: number, size: number, words: string): string =>
  `BT /F1 ${size} Tf ${x} ${y} Td (${words.replaceAll(/[\\()]/g, '\\$&')}) Tj ET\n`

/** Lines of the paper every `step` millimetres, behind one row. */
const grid = (y: number, step: number, ink: string, weight: number): string => {
  const lines: string[] = []
  const [across, up] = [rowSeconds * 25, 50]
  for (let at = 0; at <= across; at += step)
    lines.push(
      `${(left + at * mm).toFixed(1)} ${(y - 25 * mm).toFixed(1)} m ${(left + at * mm).toFixed(1)} ${(y + 25 * mm).toFixed(1)} l`,
    )
  for (let at = 0; at <= up; at += step)
    lines.push(
      `${left} ${(y + (at - 25) * mm).toFixed(1)} m ${(left + across * mm).toFixed(1)} ${(y + (at - 25) * mm).toFixed(1)} l`,
    )
  return `${ink} RG ${weight} w ${lines.join(' ')} S\n`
}

const trace = ({ samples, samplesPerSecond }: EcgReport, row: number, y: number): string => {
  const from = row * rowSeconds * samplesPerSecond
  const points = samples
    .slice(from, from + rowSeconds * samplesPerSecond)
    .map(
      (mv, n) =>
        `${(left + (n / samplesPerSecond) * 25 * mm).toFixed(2)} ${(y + mv * 10 * mm).toFixed(2)} ${n === 0 ? 'm' : 'l'}`,
    )
  return `0 0 0 RG 0.7 w 1 j ${points.join(' ')} S\n`
}

const pageOf = (report: EcgReport): string => {
  const head = [
    text(left, 552, 16, 'Single-lead ECG report'),
    text(left, 530, 11, `${report.name}   born ${report.born}   ${report.number}`),
    text(
      left,
      512,
      11,
      `Recorded ${report.recordedAt}   ${report.beatsPerMinute} /min   ${report.finding}`,
    ),
    text(
      left,
      40,
      9,
      '25 mm/s, 10 mm/mV. Demonstration: an invented person and an invented heart.',
    ),
  ]
  const strips = Array.from({ length: rows }, (_, row) => {
    const y = top - row * rowHigh - 10
    return grid(y, 1, '1 0.87 0.84', 0.3) + grid(y, 5, '0.95 0.7 0.66', 0.6) + trace(report, row, y)
  })
  return [...strips, '0 0 0 rg\n', ...head].join('')
}

/** Draws it as a PDF of one page. */
export const ecgReportPdf = (report: EcgReport): Buffer => {
  const page = deflateSync(Buffer.from(pageOf(report), 'latin1'), { level: 9 })
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R /Lang (en) >>'),
    Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    Buffer.from(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${wide} ${high}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    ),
    Buffer.concat([
      Buffer.from(`<< /Length ${page.length} /Filter /FlateDecode >>\nstream\n`),
      page,
      Buffer.from('\nendstream'),
    ]),
    Buffer.from(
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ),
  ]
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')]
  const places: number[] = []
  let length = parts[0]?.length ?? 0
  const add = (part: Buffer): void => {
    parts.push(part)
    length += part.length
  }
  objects.forEach((body, at) => {
    places.push(length)
    add(Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]))
  })
  const table = length
  const entries = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  add(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}
