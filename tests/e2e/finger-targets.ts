import type { Locator } from '@playwright/test'

/** What a finger needs at a bedside, pixels. */
const finger = 44

/**
 * What can be pressed within `place` and is smaller than a finger, with its size: its own box, what
 * is drawn around it as `::after`, and for a field its label.
 */
export const tooSmallForAFinger = (place: Locator): Promise<string[]> =>
  place.evaluate((within, least) => {
    const px = (text: string): number => Number.parseFloat(text) || 0
    const sizeOf = (one: Element): { readonly width: number; readonly height: number } => {
      const box = one.getBoundingClientRect()
      const around = getComputedStyle(one, '::after')
      if (around.content === 'none' || around.position !== 'absolute') return box
      return {
        width: Math.max(box.width, box.width - px(around.left) - px(around.right)),
        height: Math.max(box.height, box.height - px(around.top) - px(around.bottom)),
      }
    }
    const pressable =
      'a[href], button, summary, select, input:not([type="hidden"]), textarea, [role="button"], [role="tab"], [role="menuitem"], [role="switch"], [role="checkbox"], [role="option"]'
    return [...within.querySelectorAll<HTMLElement>(pressable)]
      .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: false }))
      .filter((one) => one.getBoundingClientRect().width > 1)
      .flatMap((one) => {
        const labels = [...((one as HTMLInputElement).labels ?? [])]
        const sizes = [one, ...labels].map(sizeOf)
        if (sizes.some(({ width, height }) => width >= least - 0.5 && height >= least - 0.5))
          return []
        const [{ width, height } = { width: 0, height: 0 }] = sizes
        const name = one.getAttribute('aria-label') ?? one.textContent.trim()
        return [
          `${one.localName} "${name.slice(0, 40)}" ${Math.round(width)} × ${Math.round(height)}`,
        ]
      })
  }, finger)
