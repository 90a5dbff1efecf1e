// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useNow, useTicked } from '../../src/ui/time'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** What is drawn first, before any effect ran. */
const drawn: number[] = []
function Clock() {
  drawn.push(useNow())
  useTicked((now) => now)
  return null
}

test.each(['2026-03-02T14:00:00Z', '2026-03-02T08:00:20Z'])(
  'a screen that opens at %s after hours without a look uses the present time, not that of the last look',
  (now) => {
    vi.useFakeTimers({ now: Date.parse('2026-03-02T08:00:00Z') })
    render(<Clock />).unmount()
    vi.setSystemTime(Date.parse(now))
    drawn.length = 0
    render(<Clock />)
    expect(drawn[0]).toBe(Date.parse(now))
  },
)
