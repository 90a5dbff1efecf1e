// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ConfirmDialog, CopyButton, Tooltip } from '../../src/ui/feedback'
import { placeBeside } from '../../src/ui/feedback/use-anchored'
import { show } from './screen'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const tip = (
  <Tooltip label="No device registered">
    <button type="button">Call</button>
  </Tooltip>
)

describe('tooltip', () => {
  it('P372 shows under a resting pointer after 350 ms, not before', () => {
    vi.useFakeTimers()
    show(tip)
    fireEvent.pointerEnter(screen.getByRole('button').parentElement ?? document.body, {
      pointerType: 'mouse',
    })
    act(() => void vi.advanceTimersByTime(349))
    expect(screen.queryByRole('tooltip')).toBeNull()
    act(() => void vi.advanceTimersByTime(1))
    expect(screen.getByRole('tooltip').textContent).toBe('No device registered')
  })

  it('shows at once on keyboard focus, describes its anchor, and Escape closes it', async () => {
    const user = userEvent.setup()
    show(tip)
    await user.tab()
    const tooltip = screen.getByRole('tooltip')
    expect(screen.getByRole('button').getAttribute('aria-describedby')).toBe(tooltip.id)
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('tooltip')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button'))
  })

  it('shows on touch and closes on a touch elsewhere', () => {
    show(tip)
    fireEvent.pointerUp(screen.getByRole('button'), { pointerType: 'touch' })
    expect(screen.getByRole('tooltip')).toBeTruthy()
    fireEvent.pointerDown(document.body, { pointerType: 'touch' })
    expect(screen.queryByRole('tooltip')).toBeNull()
  })

  it('stays while the pointer is on it', () => {
    vi.useFakeTimers()
    show(tip)
    const anchor = screen.getByRole('button').parentElement ?? document.body
    fireEvent.pointerEnter(anchor, { pointerType: 'mouse' })
    act(() => void vi.advanceTimersByTime(350))
    fireEvent.pointerLeave(anchor, { pointerType: 'mouse' })
    fireEvent.pointerEnter(screen.getByRole('tooltip'))
    act(() => void vi.advanceTimersByTime(1000))
    expect(screen.getByRole('tooltip')).toBeTruthy()
  })

  it('is above its anchor where there is no room below, and inside the window', () => {
    const view = { width: 400, height: 300 }
    const low = placeBeside(
      { left: 380, top: 280, bottom: 296, width: 16 },
      { width: 120, height: 40 },
      view,
    )
    expect(low).toEqual({ left: 272, top: 234, above: true })
  })
})

describe('copy', () => {
  it('O455 without a clipboard it says so', async () => {
    show(<CopyButton value="9434765919" label="Copy NHS number" />)
    vi.stubGlobal('navigator', { ...navigator, clipboard: undefined })
    fireEvent.click(screen.getByRole('button', { name: 'Copy NHS number' }))
    expect(await screen.findByText('Clipboard API not available')).toBeTruthy()
  })

  it('O456 a clipboard that fails is told', async () => {
    show(<CopyButton value="9434765919" label="Copy NHS number" />)
    vi.stubGlobal('navigator', {
      ...navigator,
      clipboard: { writeText: () => Promise.reject(new Error('denied')) },
    })
    fireEvent.click(screen.getByRole('button', { name: 'Copy NHS number' }))
    expect(await screen.findByText('Failed to copy to clipboard')).toBeTruthy()
  })

  it('copies the value and says so', async () => {
    const writeText = vi.fn(() => Promise.resolve())
    show(<CopyButton value="9434765919" label="Copy NHS number" />)
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
    fireEvent.click(screen.getByRole('button', { name: 'Copy NHS number' }))
    expect(await screen.findByText('Copied')).toBeTruthy()
    expect(writeText).toHaveBeenCalledWith('9434765919')
  })
})

it('a confirmation gives the careful answer the focus', () => {
  show(
    <ConfirmDialog
      title="Remove?"
      confirmLabel="Remove"
      onConfirm={() => undefined}
      onCancel={() => undefined}
    />,
  )
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }))
})

it('a confirmation closes with Escape as cancelled, never as confirmed', () => {
  const onConfirm = vi.fn()
  const onCancel = vi.fn()
  show(
    <ConfirmDialog
      title="Remove?"
      confirmLabel="Remove"
      onConfirm={onConfirm}
      onCancel={onCancel}
    />,
  )
  fireEvent.keyDown(screen.getByRole('alertdialog', { name: 'Remove?' }), { key: 'Escape' })
  expect(onCancel).toHaveBeenCalledTimes(1)
  expect(onConfirm).not.toHaveBeenCalled()
})
