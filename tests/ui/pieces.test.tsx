// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Principal } from '../../src/domain/access/principal'
import { texts } from '../../src/texts'
import { overlay } from '../../src/texts/overlay'
import { May, PrincipalProvider } from '../../src/ui/access'
import { ErrorSummary, PasswordField, SearchBox } from '../../src/ui/form'
import { Kept } from '../../src/ui/Kept'
import { AppFrame, keepPresses, Page } from '../../src/ui/layout'
import { Pager } from '../../src/ui/table'
import { preferredTheme, readStoredTheme } from '../../src/ui/theme'
import { useNow } from '../../src/ui/time'
import { show } from './screen'

afterEach(() => {
  cleanup()
  // Before the timers: a spy upon a faked one would put the fake back.
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
})

describe('words that stay together', () => {
  it.each([
    ['Discharge 05-Jan-2026, in 2 days', ['05-Jan-2026', '2 days']],
    ['Overdue 12 h 15 min, due 05-Jan-2026 08:00', ['12 h 15 min', '05-Jan-2026']],
    ['Next full refresh in 5 min', ['5 min']],
    ['Due Jan 5, 2026, 2:32 PM', ['Jan 5, 2026', '2:32 PM']],
    ['NHS No. 999 000 5184, 2 minutely, 3 dogs', []],
  ])('%s', (words, kept) => {
    const { container } = show(<Kept>{words}</Kept>)
    expect(container.textContent).toContain(words)
    expect([...container.querySelectorAll('.kept')].map(({ textContent }) => textContent)).toEqual(
      kept,
    )
  })
})

describe('pager', () => {
  const names = ['First page', 'Previous page', 'Next page', 'Last page']
  const states = () =>
    names.map((name) => !screen.getByRole('button', { name }).hasAttribute('disabled'))

  it('says a – b of total and moves by pages', () => {
    const onChange = vi.fn()
    show(<Pager skip={50} take={50} total={123} onChange={onChange} />)
    expect(screen.getByRole('status').textContent).toBe('51 – 100 of 123')
    expect(states()).toEqual([true, true, true, true])
    for (const name of names) fireEvent.click(screen.getByRole('button', { name }))
    expect(onChange.mock.calls.flat()).toEqual([0, 0, 100, 100])
  })

  it('offers nothing past the ends', () => {
    show(<Pager skip={100} take={50} total={123} onChange={() => undefined} />)
    expect(screen.getByRole('status').textContent).toBe('101 – 123 of 123')
    expect(states()).toEqual([true, true, false, false])
    cleanup()
    show(<Pager skip={0} take={50} total={0} onChange={() => undefined} />)
    expect(screen.getByRole('status').textContent).toBe('0 of 0')
    expect(states()).toEqual([false, false, false, false])
  })
})

describe('page', () => {
  it('P371 O467 C628 a page is at most 1440 px wide unless it is full width', () => {
    const tokens = readFileSync('src/ui/theme/tokens.css', 'utf8')
    const style = document.createElement('style')
    style.textContent = /--content-width: 1440px/.test(tokens)
      ? readFileSync('src/ui/layout/Page.module.css', 'utf8').replaceAll(
          'var(--content-width)',
          '1440px',
        )
      : ''
    document.head.append(style)
    show(<Page title="Patients">Rows</Page>)
    const page = screen.getByRole('heading', { name: 'Patients' }).closest('[data-narrow]')
    expect(page === null ? null : getComputedStyle(page).maxWidth).toBe('1440px')
    show(
      <Page title="Full" wide>
        Rows
      </Page>,
    )
    const wide = screen.getByRole('heading', { name: 'Full' }).closest('[data-wide]')
    expect(wide === null ? null : getComputedStyle(wide).maxWidth).toBe('none')
    style.remove()
  })

  it('P082 hideAppBar leaves out the bar and keeps the content', () => {
    const frame = (hide: boolean) => (
      <AppFrame
        organizationName="Riverside"
        nav={[{ to: '/patients', label: 'Patients' }]}
        connection="Live"
        userMenu="Amara"
        hideAppBar={hide}
      >
        Rows
      </AppFrame>
    )
    show(frame(false))
    expect(screen.getByRole('banner').textContent).toContain('Riverside')
    cleanup()
    show(frame(true))
    expect(screen.queryByRole('banner')).toBeNull()
    expect(screen.getByRole('main').textContent).toBe('Rows')
  })
})

describe('forms', () => {
  it('the error summary takes the focus and leads to the field', () => {
    show(
      <>
        <ErrorSummary errors={[{ fieldId: 'email', message: 'Enter your e-mail address' }]} />
        <input id="email" />
      </>,
    )
    expect(document.activeElement).toBe(screen.getByRole('alert'))
    fireEvent.click(screen.getByRole('link', { name: 'Enter your e-mail address' }))
    expect(document.activeElement?.id).toBe('email')
  })

  it('a password can be shown and hidden', async () => {
    const user = userEvent.setup()
    show(<PasswordField label="Password" />)
    const field = screen.getByLabelText<HTMLInputElement>('Password')
    expect(field.type).toBe('password')
    await user.click(screen.getByRole('button', { name: 'Show password' }))
    expect(field.type).toBe('text')
    expect(screen.getByRole('button', { name: 'Hide password' })).toBeTruthy()
  })

  it('a search waits until typing rests; Enter does not wait', () => {
    vi.useFakeTimers()
    const onChange = vi.fn()
    show(<SearchBox label="Name" value="" onChange={onChange} debounceMs={500} />)
    const field = screen.getByLabelText('Name')
    fireEvent.change(field, { target: { value: 'smi' } })
    act(() => void vi.advanceTimersByTime(499))
    expect(onChange).not.toHaveBeenCalled()
    act(() => void vi.advanceTimersByTime(1))
    expect(onChange).toHaveBeenLastCalledWith('smi')
    fireEvent.change(field, { target: { value: 'smith' } })
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(onChange).toHaveBeenLastCalledWith('smith')
    act(() => void vi.advanceTimersByTime(5000))
    expect(onChange).toHaveBeenCalledTimes(2)
  })
})

it('a gated piece shows only to who holds the permission and the feature', () => {
  const who: Principal = {
    kind: 'user',
    userId: 'u',
    organizationId: 'o',
    isInternalStaff: false,
    isSelfCare: false,
    acceptedTerms: true,
    permissions: new Set(['view_patients']),
    features: new Set(['wards']),
  }
  show(
    <PrincipalProvider principal={who}>
      <May permission="view_patients" feature="wards">
        yes
      </May>
      <May permission="edit_patients">no permission</May>
      <May feature="referrals" otherwise="instead">
        no feature
      </May>
    </PrincipalProvider>,
  )
  expect(document.body.textContent).toContain('yesinstead')
  cleanup()
  show(<May permission="view_patients">yes</May>)
  expect(document.body.textContent).not.toContain('yes')
})

it('one timer serves every age on the screen and stops with the last', () => {
  vi.useFakeTimers()
  const start = vi.spyOn(globalThis, 'setInterval')
  function Age() {
    return <p>{useNow(60_000)}</p>
  }
  const { unmount } = show(
    <>
      <Age />
      <Age />
      <Age />
    </>,
  )
  expect(start.mock.calls.filter(([, every]) => every === 60_000)).toHaveLength(1)
  const before = document.querySelector('p')?.textContent
  act(() => void vi.advanceTimersByTime(60_000))
  expect(document.querySelector('p')?.textContent).not.toBe(before)
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})

it('a thousand ages are updated in parts that leave the page free in between, and all at once when the tab is visible again', () => {
  vi.useFakeTimers()
  function Age() {
    return <p>{useNow(60_000)}</p>
  }
  const { unmount } = show(
    <>
      {Array.from({ length: 1_000 }, (_, n) => (
        <Age key={n} />
      ))}
    </>,
  )
  const due = Date.now() + 60_000
  const told = (time: number): number =>
    [...document.querySelectorAll('p')].filter((age) => age.textContent === String(time)).length
  act(() => void vi.advanceTimersByTime(59_999))
  act(() => void vi.advanceTimersToNextTimer())
  expect(told(due)).toBe(16)
  act(() => void vi.advanceTimersToNextTimer())
  expect(told(due)).toBe(32)
  act(() => void vi.advanceTimersByTime(1_000))
  expect(told(due)).toBe(1_000)
  vi.setSystemTime(due + 3_600_000)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(told(due + 3_600_000)).toBe(1_000)
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})

describe('themes', () => {
  const device = (wish: string) =>
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === wish }))
  it("follow the device's settings until one is chosen", () => {
    device('(prefers-color-scheme: dark)')
    expect(preferredTheme()).toBe('night')
    device('(prefers-contrast: more)')
    expect(preferredTheme()).toBe('high-contrast')
    device('none')
    expect(preferredTheme()).toBe('day')
    expect(readStoredTheme()).toBeNull()
    localStorage.setItem('lamplight.theme', 'night')
    expect(readStoredTheme()).toBe('night')
    localStorage.setItem('lamplight.theme', 'sepia')
    expect(readStoredTheme()).toBeNull()
  })
})

describe('texts', () => {
  it('the US edition takes every word that it does not change from the UK edition', () => {
    expect(overlay({ a: { b: 'colour', c: 'same' }, d: 'd' }, { a: { b: 'color' } })).toEqual({
      a: { b: 'color', c: 'same' },
      d: 'd',
    })
    expect(texts('en-US').ui.cancel).toBe(texts('en-GB').ui.cancel)
    expect(texts('en-US').ui.forbidden.text).not.toBe(texts('en-GB').ui.forbidden.text)
    expect(texts('en-US')).toBe(texts('en-US'))
  })
})

describe('a press while the page moves', () => {
  /** A page with one button, 44 high, whose place the test chooses. */
  const pressable = (pointerType: 'mouse' | 'touch' = 'mouse') => {
    vi.useFakeTimers()
    const stop = keepPresses(document)
    const pressed = vi.fn()
    const around = vi.fn()
    show(
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
      <div onClick={around}>
        <button type="button" onClick={pressed}>
          Add note
        </button>
      </div>,
    )
    const button = screen.getByRole('button', { name: 'Add note' })
    let top = 600
    button.getBoundingClientRect = () => new DOMRect(20, top, 100, 44)
    const at = { clientX: 40, clientY: 606, button: 0, isPrimary: true, pointerType }
    return {
      pressed,
      around,
      stop,
      down: () => fireEvent.pointerDown(button, at),
      move: (by: number) => (top += by),
      up: (y = 606) => {
        fireEvent.pointerUp(document.body, { ...at, clientY: y })
        vi.runAllTimers()
      },
      remove: () => button.remove(),
    }
  }

  it('counts for the button that it began on, once, where the page moved that away under it', () => {
    const page = pressable()
    page.down()
    page.move(44)
    page.up()
    expect(page.pressed).toHaveBeenCalledTimes(1)
    page.up()
    expect(page.pressed).toHaveBeenCalledTimes(1)
    page.stop()
  })

  it('is nothing of a finger that stops a page which scrolls, and of one under which it scrolls', () => {
    for (const scrolls of ['before', 'meanwhile'] as const) {
      const page = pressable('touch')
      if (scrolls === 'before') fireEvent.scroll(document)
      page.down()
      if (scrolls === 'meanwhile') fireEvent.scroll(document)
      page.move(44)
      page.up()
      expect(page.pressed).not.toHaveBeenCalled()
      page.stop()
      cleanup()
    }
  })

  it('is nothing while the wheel turns', () => {
    const page = pressable()
    page.down()
    fireEvent.wheel(document.body)
    page.move(44)
    page.up()
    expect(page.pressed).not.toHaveBeenCalled()
    page.stop()
  })

  it('is left to the browser where the button is still under the pointer', () => {
    const page = pressable()
    page.down()
    page.move(4)
    page.up()
    expect(page.pressed).not.toHaveBeenCalled()
    page.stop()
  })

  it('is given up by whoever draws the pointer off the button, and with a button that is gone', () => {
    const page = pressable()
    page.down()
    page.up(680)
    page.down()
    page.move(44)
    page.remove()
    page.up()
    expect(page.pressed).not.toHaveBeenCalled()
    page.stop()
  })
})
