import type { Stretch } from '../../domain/ecg/ecg-window'
import { gutterMm, paperHeightMm, type EcgRange, type EcgSpeed } from '../../domain/ecg/geometry'
import type { TracePen } from '../../domain/ecg/pen'
import { printColours } from './paper-colours'

/** A4 landscape with margins of 12 mm takes rows so wide, and this many under a heading. */
export const rowMm = 270
const mostRows = 3
/** Pixels of a millimetre on paper: some 300 to the inch. */
const printPixelsPerMm = 12
/** Thickness of the printed trace, mm. */
const lineMm = 0.3

/** One row of a strip: an image of `rowMm` by the paper's height, and its first instant. */
export interface StripRow {
  readonly from: number
  readonly url: string
}

/** Rows of a strip from an instant on, as many as fit a sheet. Release them with `releaseStrip`. */
export const drawStrip = async ({
  pen,
  left,
  window,
  speed,
  range,
}: {
  readonly pen: TracePen
  readonly left: number
  readonly window: Stretch
  readonly speed: EcgSpeed
  readonly range: EcgRange
}): Promise<readonly StripRow[]> => {
  const rowMs = ((rowMm - gutterMm(speed)) / speed) * 1000
  const rows: StripRow[] = []
  for (let from = left; from < window.to && rows.length < mostRows; from += rowMs) {
    const image = await pen.image(
      {
        speed,
        range,
        pixelsPerMm: printPixelsPerMm,
        width: rowMm * printPixelsPerMm,
        height: paperHeightMm * printPixelsPerMm,
        left: from,
        anchor: from,
        line: lineMm * printPixelsPerMm,
      },
      printColours,
    )
    rows.push({ from, url: URL.createObjectURL(image) })
  }
  return rows
}

export const releaseStrip = (rows: readonly StripRow[]): void => {
  for (const { url } of rows) URL.revokeObjectURL(url)
}
