// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { CalibrateDialog } from '../../src/ui/ecg/CalibrateDialog'
import { show } from './screen'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const openIn = (room: number, measured: number | null = null) => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(room)
  show(<CalibrateDialog measured={measured} onDone={() => undefined} onClose={() => undefined} />)
  const outline = document.querySelector<HTMLElement>('[data-upright]')
  const slider = screen.getByRole('slider') as HTMLInputElement
  return {
    isUpright: () => outline?.dataset['upright'] === 'true',
    width: () => Number.parseFloat(outline?.style.width ?? ''),
    slider,
  }
}

it('on a telephone the outline of the card is upright, and is never made wider than there is room for', () => {
  const { isUpright, width, slider } = openIn(358)
  expect(isUpright()).toBe(true)
  expect(screen.getByText(/^Hold a bank card upright/)).toBeTruthy()
  fireEvent.change(slider, { target: { value: slider.max } })
  expect(width()).toBeGreaterThan(340)
  expect(width()).toBeLessThanOrEqual(358)
})

it('where there is room the card lies across; what was measured before is shown as it was', () => {
  const { isUpright, width } = openIn(880, 8)
  expect(isUpright()).toBe(false)
  expect(width()).toBeCloseTo(85.6 * 8)
})
