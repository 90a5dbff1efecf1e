import { expect, type Page } from '@playwright/test'

/** Where the focus is, as the page itself sees it. */
export interface Focus {
  /** What is written on it. */
  readonly name: string
  /** Something shows that it is here: a ring of two pixels or more. */
  readonly isRinged: boolean
  /** What lies over all of it, or that it is out of the window; null: it is in sight (WCAG 2.4.11). */
  readonly hiddenBy: string | null
}

/** Runs in the page. */
const read = (): Focus | null => {
  const at = document.activeElement
  if (at === null || at === document.body) return null
  const rings = (one: Element | null, isCut = false): boolean => {
    if (one === null) return false
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(one)
    const width = Number.parseFloat(outlineWidth)
    return (
      outlineStyle !== 'none' &&
      width >= 2 &&
      (!isCut || width + Number.parseFloat(outlineOffset) <= 0)
    )
  }
  // A radio button that cannot be seen shows it on its words, a field whose frame cuts off what is
  // around it on the frame.
  const isCut =
    at.parentElement !== null && getComputedStyle(at.parentElement).overflow !== 'visible'
  const words =
    'labels' in at ? [...((at.labels as NodeListOf<HTMLLabelElement> | null) ?? [])] : []
  const { left, right, top, bottom } = at.getBoundingClientRect()
  const [inX, inY] = [Math.min(4, (right - left) / 2), Math.min(4, (bottom - top) / 2)]
  const over = [
    [(left + right) / 2, (top + bottom) / 2],
    [left + inX, top + inY],
    [right - inX, top + inY],
    [left + inX, bottom - inY],
    [right - inX, bottom - inY],
  ].map(([x = 0, y = 0]) => document.elementFromPoint(x, y))
  const isInSight = over.some((there) => [at, ...words].some((one) => one.contains(there)))
  const name = at.getAttribute('aria-label') ?? words[0]?.textContent ?? at.textContent ?? ''
  return {
    name: name.trim(),
    isRinged: rings(at, isCut) || rings(at.nextElementSibling) || rings(at.parentElement),
    hiddenBy: isInSight ? null : (over[0]?.outerHTML.slice(0, 200) ?? 'the edge of the window'),
  }
}

/** Null: nothing has it, or the body. */
export const focusOf = (page: Page): Promise<Focus | null> => page.evaluate(read)

type Role = Parameters<Page['getByRole']>[0]
/** Tabs until what is wanted is called out of reach. */
const mostTabs = 60

/**
 * Somebody at a page who has a keyboard and no mouse. Wherever Tab brings them, the focus is in
 * sight and shows itself, and no dialog loses it.
 */
export class Keyboard {
  /** How often Tab was pressed, with Shift or without. */
  tabs = 0
  /** How many keys were pressed. */
  keys = 0

  private readonly page: Page
  constructor(page: Page) {
    this.page = page
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      this.keys += 1
      await this.page.keyboard.press(key)
    }
  }

  async type(text: string): Promise<void> {
    this.keys += text.length
    await this.page.keyboard.type(text)
  }

  /** No dialog is open, or the focus is in one that is. */
  private isHeld(): Promise<boolean> {
    return this.page.evaluate(
      () =>
        document.querySelector('dialog:modal') === null ||
        document.activeElement?.closest('dialog:modal') != null,
    )
  }

  /** Tabs on, or with Shift back, to what has that role and exactly that name. */
  async tabTo(role: Role, name: string | RegExp, { back = false } = {}): Promise<void> {
    const wanted = this.page.getByRole(role, { name, exact: true }).and(this.page.locator(':focus'))
    const isIt = async (here: Focus | null): Promise<boolean> =>
      // Asking for a role looks at all of the page: not of what is called otherwise.
      here !== null &&
      (typeof name === 'string' ? here.name.includes(name) : name.test(here.name)) &&
      (await wanted.count()) > 0
    const passed: string[] = []
    await expect.poll(() => this.isHeld(), 'A dialog has the focus').toBe(true)
    let here = await focusOf(this.page)
    while (!(await isIt(here))) {
      if (passed.length === mostTabs)
        throw new Error(`${mostTabs} Tabs do not reach ${role} '${name}': ${passed.join(' > ')}`)
      await this.press(back ? 'Shift+Tab' : 'Tab')
      this.tabs += 1
      here = await focusOf(this.page)
      passed.push(here?.name ?? 'nothing')
      const way = `on the way to ${role} '${name}', by ${passed.join(' > ')}`
      expect(await this.isHeld(), `The dialog lost the focus ${way}`).toBe(true)
      if (here !== null) {
        expect(here.isRinged, `Nothing shows the focus ${way}`).toBe(true)
        expect(here.hiddenBy, `The focus is out of sight ${way}`).toBeNull()
      }
    }
  }
}
