import { pixelsPerMmLimits, standardPixelsPerMm } from '../../domain/ecg/geometry'

const key = 'lamplight.pixels-per-mm'

/** CSS pixels of a millimetre at the present zoom, as measured; null: not measured. */
export const readCalibration = (): number | null => {
  try {
    const measured = Number(localStorage.getItem(key)) / devicePixelRatio
    return measured >= pixelsPerMmLimits[0] && measured <= pixelsPerMmLimits[1] ? measured : null
  } catch {
    return null // storage may be switched off; the choice then lasts as long as the page
  }
}

/** Keeps it as the screen's own pixels, which zoom does not change; null forgets it. */
export const storeCalibration = (pixelsPerMm: number | null): void => {
  try {
    if (pixelsPerMm === null) localStorage.removeItem(key)
    else localStorage.setItem(key, String(pixelsPerMm * devicePixelRatio))
  } catch {
    // No storage: it lasts as long as the page.
  }
}

/** Tells when the page is zoomed or moved to another screen. Returns what ends it. */
export const watchPixelRatio = (changed: () => void): (() => void) => {
  let ratio = devicePixelRatio
  let media = matchMedia(`(resolution: ${ratio}dppx)`)
  const look = (): void => {
    if (devicePixelRatio === ratio) return
    ratio = devicePixelRatio
    media.removeEventListener('change', look)
    media = matchMedia(`(resolution: ${ratio}dppx)`)
    media.addEventListener('change', look)
    changed()
  }
  media.addEventListener('change', look)
  window.addEventListener('resize', look)
  return () => {
    media.removeEventListener('change', look)
    window.removeEventListener('resize', look)
  }
}

export const assumedPixelsPerMm = standardPixelsPerMm
