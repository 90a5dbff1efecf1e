/** What a person presses. */
const pressable = 'button, a[href], summary, [role="button"], [role="tab"], [role="menuitem"]'
/** A pointer that went further meant something else, CSS pixels. */
const stillPx = 8
/** The click of a finger comes so long after it was lifted, at most, milliseconds. */
const tapMs = 300
/** A finger that comes so soon after the page scrolled stops it, and presses nothing, milliseconds. */
const flingMs = 150

interface Press {
  readonly on: HTMLElement
  readonly x: number
  readonly y: number
  readonly isTouch: boolean
}

const isOver = (on: HTMLElement, x: number, y: number): boolean => {
  const { left, right, top, bottom } = on.getBoundingClientRect()
  return x >= left && x <= right && y >= top && y <= bottom
}

/**
 * A press counts for the control it began on, also where the page moved that control away under a
 * pointer that kept still: the browser itself then clicks neither this one nor another. Returns the
 * way to stop.
 */
export const keepPresses = (page: Document): (() => void) => {
  let press: Press | null = null
  let scrolledAt = -Infinity
  const scrolled = (event: Event): void => {
    scrolledAt = event.timeStamp
    if (press?.isTouch === true) press = null
  }
  const began = (event: PointerEvent): void => {
    const on = (event.target as Element | null)?.closest<HTMLElement>(pressable) ?? null
    press =
      on === null ||
      event.button !== 0 ||
      !event.isPrimary ||
      (event.pointerType === 'touch' && event.timeStamp - scrolledAt <= flingMs)
        ? null
        : { on, x: event.clientX, y: event.clientY, isTouch: event.pointerType === 'touch' }
  }
  const given = (): void => {
    press = null
  }
  const ended = (event: PointerEvent): void => {
    const held = press
    press = null
    if (held === null || !held.on.isConnected) return
    const { on, x, y } = held
    const [toX, toY] = [event.clientX, event.clientY]
    if (Math.hypot(toX - x, toY - y) > stillPx || isOver(on, toX, toY)) return
    const stop = (): void => page.removeEventListener('click', stray, true)
    // What the browser makes of it: a click on whatever lies there, or holds both places.
    const stray = (click: MouseEvent): void => {
      if (!click.isTrusted) return
      click.stopPropagation()
      click.preventDefault()
      stop()
    }
    page.addEventListener('click', stray, true)
    setTimeout(() => {
      if (event.pointerType === 'mouse') stop()
      if (on.isConnected) on.click()
    }, 0)
    setTimeout(stop, tapMs)
  }
  page.addEventListener('pointerdown', began, true)
  page.addEventListener('pointerup', ended, true)
  page.addEventListener('pointercancel', given, true)
  page.addEventListener('wheel', given, { capture: true, passive: true })
  page.addEventListener('scroll', scrolled, { capture: true, passive: true })
  return () => {
    page.removeEventListener('pointerdown', began, true)
    page.removeEventListener('pointerup', ended, true)
    page.removeEventListener('pointercancel', given, true)
    page.removeEventListener('wheel', given, true)
    page.removeEventListener('scroll', scrolled, true)
  }
}
