// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest'
import { gutterOf, type PaperView } from '../../src/domain/ecg/paint'
import { createTimesPainter, type WordSurface } from '../../src/domain/ecg/paint-times'
import {
  mostHeld,
  type LoadOutcome,
  type TracePen,
  type WindowForm,
} from '../../src/domain/ecg/pen'
import { pixelsPerMs, standardPixelsPerMm, type EcgSpeed } from '../../src/domain/ecg/geometry'
import { setClinicalZone } from '../../src/domain/time'
import { holdWindows } from '../../src/platform/compute/held-windows'
import { windowsOf } from '../../src/platform/compute/worker-windows'
import { createSpokenPlace } from '../../src/ui/ecg/spoken-place'
import { createPaper } from '../../src/ui/ecg/paper'

// In winter, when London's clock says the time of UTC.
const t0 = Date.parse('2026-01-05T12:00:00Z')
const window = { from: t0, to: t0 + 90_000 }
const setting = { speed: 25, range: 2, pixelsPerMm: standardPixelsPerMm, ...window } as const
const colours = {
  paper: 'paper',
  fine: 'fine',
  strong: 'strong',
  trace: 'trace',
  beyond: 'beyond',
  words: 'words',
  font: 'sans-serif',
}

/** A strip that notes what is written on it and where; what is wiped away afterwards is gone. */
const written = () => {
  const words: { text: string; x: number }[] = []
  const surface: WordSurface = {
    fillStyle: '',
    font: '',
    textBaseline: '',
    fillRect: () => undefined,
    clearRect: (left, _, width) => {
      for (const word of words.filter(({ x }) => x >= left && x < left + width))
        words.splice(words.indexOf(word), 1)
    },
    fillText: (text, x) => {
      words.push({ text, x })
    },
  }
  return { surface, words }
}

describe('times above the paper', () => {
  const zone = 'Europe/London'
  const viewOf = (speed: EcgSpeed, left: number, ratio = 1): PaperView => ({
    speed,
    range: 2,
    pixelsPerMm: standardPixelsPerMm * ratio,
    width: 1200 * ratio,
    height: 151 * ratio,
    left,
    anchor: t0,
    line: 1.5 * ratio,
  })
  const instantOf = (text: string): number => Date.parse(`2026-01-05T${text}Z`)

  test.each([5, 10, 25, 50, 100] as const)(
    'at %i mm/s every time in view is at its place, 90 pixels and more from the next',
    (speed) => {
      const paint = createTimesPainter()
      for (const ratio of [1, 2])
        for (const left of [t0, t0 + 3_210, t0 + 44_444]) {
          const [view, { surface, words }] = [viewOf(speed, left, ratio), written()]
          paint(surface, view, { ...window, height: 22 * ratio, edition: 'en-GB', zone }, colours)
          const perMs = pixelsPerMs(view)
          const [first, second] = words
          const every = (second?.x ?? 0) - (first?.x ?? 0)
          expect(every).toBeGreaterThanOrEqual(90 * ratio - 1)
          for (const { text, x } of words)
            expect(
              Math.abs(x - 5 * ratio - (gutterOf(view) + (instantOf(text) - left) * perMs)),
            ).toBeLessThanOrEqual(1)
          const step = Math.round(every / perMs / 1000) * 1000
          const seen = words.map(({ text }) => instantOf(text))
          const until = Math.min(left + (view.width - gutterOf(view)) / perMs, window.to)
          for (let at = Math.ceil(left / step) * step; at < until; at += step)
            expect(seen).toContain(at)
        }
    },
  )

  test('nothing is drawn outside the window, and nothing over the pulse', () => {
    const [view, { surface, words }] = [viewOf(25, t0 + 85_000), written()]
    createTimesPainter()(surface, view, { ...window, height: 22, edition: 'en-GB', zone }, colours)
    expect(words.length).toBeGreaterThan(2)
    expect(words.every(({ text, x }) => instantOf(text) <= window.to && x >= gutterOf(view))).toBe(
      true,
    )
    createTimesPainter()(
      surface,
      viewOf(25, 0),
      { from: 0, to: 90_000, height: 22, edition: 'en-GB', zone },
      colours,
    )
    expect(words).toEqual([])
  })

  test('they are of the zone that is named: a worker that paints does not know who looks', () => {
    const paint = createTimesPainter()
    const firstIn = (named: string): string | undefined => {
      const { surface, words } = written()
      paint(
        surface,
        viewOf(25, t0),
        { ...window, height: 22, edition: 'en-GB', zone: named },
        colours,
      )
      return words[0]?.text
    }
    const [london = '', tokyo = ''] = [firstIn(zone), firstIn('Asia/Tokyo')]
    expect((instantOf(tokyo) - instantOf(london) + 86_400_000) % 86_400_000).toBe(9 * 3_600_000)
  })

  test('the US edition says its own times', () => {
    const { surface, words } = written()
    createTimesPainter()(
      surface,
      viewOf(25, t0),
      { ...window, height: 22, edition: 'en-US', zone },
      colours,
    )
    expect(words[0]?.text).toMatch(/^\d{1,2}:\d\d:\d\d [AP]M$/)
  })
})

describe('a paper that is moved', () => {
  const papered = () => {
    const layer = document.createElement('div')
    const styled = vi.spyOn(layer.style, 'transform', 'set')
    const pen = { show: vi.fn<TracePen['show']>(), move: vi.fn<TracePen['move']>() }
    const paper = createPaper({ layer, pen, edition: 'en-GB', setting, colours })
    return { layer, styled, pen, paper }
  }

  test('its times are named in the zone that clinical times are told in', async () => {
    setClinicalZone('Asia/Tokyo')
    const { pen, paper } = papered()
    paper.resize(600, 151, 1)
    await Promise.resolve()
    expect(pen.show.mock.lastCall?.[1].zone).toBe('Asia/Tokyo')
  })

  test('a frame of moving is one number to the pen; only the layer above it is moved', async () => {
    const { layer, styled, pen, paper } = papered()
    paper.resize(1200, 151, 1)
    paper.set(setting)
    await Promise.resolve()
    expect(pen.show).toHaveBeenCalledTimes(1)
    for (let at = 1; at <= 60; at++) paper.panBy(1)
    expect(pen.move).toHaveBeenCalledTimes(60)
    expect(pen.show).toHaveBeenCalledTimes(1)
    expect(styled).not.toHaveBeenCalled()
    expect(pen.move.mock.lastCall?.[0]).toBeCloseTo(t0 + 60_000 / pixelsPerMs(setting) / 1000, -1)
    layer.append(document.createElement('mark'))
    paper.settle()
    paper.panBy(1)
    expect(styled).toHaveBeenCalledTimes(2)
  })

  test('what is set before a move, in one go, is told whole, and a closed paper tells nothing', async () => {
    const { pen, paper } = papered()
    paper.resize(1200, 151, 1)
    paper.panTo(t0 + 5_000)
    expect(pen.move).not.toHaveBeenCalled()
    await Promise.resolve()
    expect(pen.show.mock.lastCall?.[0].left).toBeCloseTo(t0 + 5_000, -1)
    paper.set(setting)
    paper.close()
    await Promise.resolve()
    expect(pen.show).toHaveBeenCalledTimes(1)
  })
})

test('the place of the paper is told at once, while it moves a few times a second, and the last place always', () => {
  vi.useFakeTimers()
  const said: number[] = []
  const spoken = createSpokenPlace((instant) => said.push(instant))
  for (let frame = 1; frame <= 60; frame++) {
    spoken.at(frame)
    vi.advanceTimersByTime(16)
  }
  expect(said[0]).toBe(1)
  expect(said.length).toBeLessThan(8)
  vi.advanceTimersByTime(1000)
  expect(said.at(-1)).toBe(60)
  vi.useRealTimers()
})

describe('windows that a pen holds', () => {
  const read = { from: 0, to: 1 }
  const formOf = (): WindowForm => ({ kind: 'text', text: '' })
  const loaded: LoadOutcome = {
    kind: 'loaded',
    summary: { gaps: [], conflicts: [], extent: null, samples: 0, frequencies: [] },
  }
  const reader = () => {
    const held = new Set<number>()
    const hold = (key: number): Promise<LoadOutcome> => {
      held.add(key)
      return Promise.resolve(loaded)
    }
    return {
      held,
      load: vi.fn(hold),
      prepare: vi.fn(hold),
      put: vi.fn((key: number): Promise<LoadOutcome | null> =>
        Promise.resolve(held.has(key) ? loaded : null),
      ),
      letGo: vi.fn((key: number) => void held.delete(key)),
    }
  }

  test('one that was read ahead is put, not read again, and known at once', async () => {
    const [mine, form] = [reader(), formOf()]
    const windows = holdWindows(mine)
    expect(windows.known(form)).toBeNull()
    await windows.prepare(form, read)
    expect(windows.known(form)).toEqual(loaded)
    expect(await windows.load(form, read)).toEqual(loaded)
    expect(mine.load).not.toHaveBeenCalled()
    expect(mine.put).toHaveBeenCalledTimes(1)
  })

  test('the last few are held: the one that was longest not used goes first, and is read again when it is wanted', async () => {
    const mine = reader()
    const windows = holdWindows(mine)
    const forms = Array.from({ length: mostHeld }, formOf)
    for (const form of forms) await windows.load(form, read)
    const [first, second] = forms as [WindowForm, WindowForm]
    await windows.load(first, read)
    await windows.load(formOf(), read)
    expect(mine.held.size).toBe(mostHeld)
    expect(windows.known(first)).toEqual(loaded)
    expect(windows.known(second)).toBeNull()
    expect(await windows.load(second, read)).toEqual(loaded)
    expect(mine.load).toHaveBeenCalledTimes(mostHeld + 2)
  })

  test('one that another overtook before it was read is read when it is wanted again', async () => {
    const [mine, form] = [reader(), formOf()]
    mine.load.mockResolvedValueOnce({ kind: 'superseded' })
    const windows = holdWindows(mine)
    expect(await windows.load(form, read)).toEqual({ kind: 'superseded' })
    expect(windows.known(form)).toBeNull()
    expect(await windows.load(form, read)).toEqual(loaded)
    expect(mine.load).toHaveBeenCalledTimes(2)
  })
})

describe('windows that a worker reads', () => {
  const read = { from: 0, to: 1 }
  const form: WindowForm = { kind: 'text', text: '' }
  const superseded: LoadOutcome = { kind: 'superseded' }
  const worker = () => {
    const target = new EventTarget()
    const told: { readonly number: number; readonly what: string; readonly key: number }[] = []
    const made = Object.assign(target, {
      postMessage: (message: (typeof told)[number]) => {
        told.push(message)
      },
    })
    return {
      told,
      windows: windowsOf(made as unknown as Worker),
      answers: (data: unknown) => target.dispatchEvent(new MessageEvent('message', { data })),
    }
  }

  test('each is answered by its own number, in whatever order, beside answers of other calls', async () => {
    const { told, windows, answers } = worker()
    const [first, second, third] = [
      windows.load(1, form, read),
      windows.prepare(2, form, read),
      windows.put(1),
    ]
    windows.letGo(2)
    expect(told.map(({ what, key }) => `${what} ${key}`)).toEqual([
      'load 1',
      'prepare 2',
      'put 1',
      'letGo 2',
    ])
    const [one, two, three] = told.map(({ number }) => number)
    answers({ id: 'of a proxy', value: true })
    answers({ to: three, outcome: null })
    answers({ to: two, outcome: { kind: 'refused', fault: 'checksum' } })
    answers({ to: one, outcome: superseded })
    expect(await first).toEqual(superseded)
    expect(await second).toEqual({ kind: 'refused', fault: 'checksum' })
    expect(await third).toBeNull()
  })

  test('one that the worker could not read at all rejects', async () => {
    const { told, windows, answers } = worker()
    const asked = windows.load(1, form, read)
    answers({ to: told[0]?.number })
    await expect(asked).rejects.toThrow()
  })
})
