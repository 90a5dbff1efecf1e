import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import { setClinicalZone } from '../src/domain/time'
import { EditionProvider } from '../src/ui/edition'
import { Toasts } from '../src/ui/feedback'
import { setClockOffset } from '../src/ui/time'

// Files of the screens share one page, one after the other (vitest.config.ts). Each finds here what
// jsdom lacks and the portal asks for, and leaves the page as it found it: what a file sets for all
// of its tests is taken back here, not by hand in each.

/**
 * The clock of every screen began at noon: what was measured a quarter of an hour ago was measured
 * today, at whatever hour the tests run. What the ends of a day do has tests that set their clock.
 */
if (!('isOfNoon' in Date)) {
  const shift = new Date().setHours(12, 0, 0, 0) - Date.now()
  const now = (): number => real.now() + shift
  const real = Date
  globalThis.Date = new Proxy(real, {
    construct: (of, given, by) =>
      Reflect.construct(of, given.length === 0 ? [now()] : given, by) as Date,
    get: (of, name, by) => (name === 'now' ? now : Reflect.get(of, name, by)),
    has: (of, name) => name === 'isOfNoon' || Reflect.has(of, name),
  })
}

/** Runs anew for every file. */
window.matchMedia = (query: string) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
  dispatchEvent: () => false,
})
window.scrollTo = () => undefined

/** What tests put upon objects of the page where jsdom has nothing, or has it further up. */
const added: readonly (readonly [object, readonly string[]])[] = [
  [document, ['visibilityState', 'fullscreenEnabled', 'fullscreenElement']],
  [document.documentElement, ['requestFullscreen']],
  [Element.prototype, ['scrollIntoView']],
  [HTMLImageElement.prototype, ['decode']],
  [globalThis, ['ResizeObserver']],
]
/** jsdom's own, which tests replace. */
const { print } = window

/**
 * jsdom remembers what was last focused by keyboard, and takes the next focus for one by pointer. A
 * button that is focused with Tab and then pressed by pointer is the last of its memory.
 */
const forgetFocus = (): void => {
  const [before, button] = [document.createElement('button'), document.createElement('button')]
  document.body.append(before, button)
  before.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }))
  button.focus()
  if (!button.matches(':focus-visible')) throw new Error('A focus by keyboard is not seen')
  button.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
  if (button.matches(':focus-visible')) throw new Error('A focus by pointer is not seen')
}

/** Toasts wait outside of any screen for the next one that shows them. */
const closeToasts = (): void => {
  render(
    <EditionProvider edition="en-GB">
      <Toasts />
    </EditionProvider>,
  )
  for (const close of screen.queryAllByLabelText('Close')) fireEvent.click(close)
  cleanup()
}

/** Tests count days by what is set before they draw a screen. */
afterEach(() => setClinicalZone(undefined))
afterAll(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  cleanup()
  closeToasts()
  setClockOffset(0)
  for (const [owner, names] of added) for (const name of names) Reflect.deleteProperty(owner, name)
  window.print = print
  localStorage.clear()
  sessionStorage.clear()
  for (const name of document.cookie.split('; ').map((cookie) => cookie.split('=')[0]))
    document.cookie = `${name}=; Max-Age=0; Path=/`
  document.title = ''
  document.body.replaceChildren()
  forgetFocus()
  document.body.replaceChildren()
  for (const element of [document.body, document.documentElement])
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  window.history.replaceState(null, '', '/')
})
