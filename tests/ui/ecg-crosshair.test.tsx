// @vitest-environment jsdom
import { createRef } from 'react'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { standardPixelsPerMm } from '../../src/domain/ecg/geometry'
import type { TracePen } from '../../src/domain/ecg/pen'
import { openPagePen } from '../../src/platform/compute/trace-pen'
import { Crosshair, type CrosshairHandle } from '../../src/ui/ecg/Crosshair'
import type { Paper } from '../../src/ui/ecg/paper'

afterEach(cleanup)

const penWith = (valueAt: TracePen['valueAt']): TracePen => ({
  ...openPagePen({
    paper: document.createElement('canvas'),
    times: document.createElement('canvas'),
  }),
  valueAt,
})
const left = Date.parse('2026-01-05T12:00:00.000Z')
const paper = { current: { left: () => left } as unknown as Paper }
const scale = { speed: 25, range: 2, pixelsPerMm: standardPixelsPerMm } as const

test('after a pen that died in mid-question the crosshair asks the next one, and shows nothing of the dead one', async () => {
  const handle = createRef<CrosshairHandle>()
  const answers: ((mv: number | null) => void)[] = []
  const dying = penWith(
    () =>
      new Promise((resolve) => {
        answers.push(resolve)
      }),
  )
  const shown = (pen: TracePen | null) => (
    <Crosshair ref={handle} pen={pen} paper={paper} scale={scale} />
  )
  const { container, rerender } = render(shown(dying))
  const words = () => container.querySelector('output')?.textContent
  act(() => handle.current?.put(0))
  await act(async () => answers[0]?.(0.5))
  expect(words()).toContain('0.5')
  // This one is never answered in time.
  act(() => handle.current?.put(10))
  rerender(shown(null))
  expect(words()).toBe('')
  rerender(shown(penWith(async () => -1)))
  await act(async () => handle.current?.moved())
  expect(words()).toContain('1')
  const now = words()
  await act(async () => answers[1]?.(0.7))
  expect(words()).toBe(now)
})
