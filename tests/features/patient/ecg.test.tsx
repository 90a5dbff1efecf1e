// @vitest-environment jsdom
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { cleanup, fireEvent } from '@testing-library/react'
import type { WaveformEvent } from '../../../src/data/waveform'
import { ecgEventTypes, soughtTypes } from '../../../src/domain/ecg/ecg-events'
import { rhythmNames } from '../../../src/texts/rhythm'
import { ecgTexts } from '../../../src/texts/ecg'
import type { PaperView } from '../../../src/domain/ecg/paint'
import type { TracePen } from '../../../src/domain/ecg/pen'
import { encodeWaveform } from '../../../src/domain/ecg/waveform-binary'
import { encodeWindow } from '../../../src/domain/ecg/waveform-window'
import { openPagePen } from '../../../src/platform/compute/trace-pen'
import { problem } from '../../../src/domain/problem'
import { setPageClock } from '../../../src/ui/time'
import {
  act,
  answered,
  checkupOf,
  clinicalRuntime,
  openClinical,
  patientOf,
  screen,
  serverDown,
  waitFor,
  within,
  type OpenOptions,
} from '../clinical-portal'

const latest = Date.parse('2026-01-05T14:30:00.000Z')
const earliest = Date.parse('2026-01-03T09:15:00.000Z')
const hourMs = 3_600_000
const views: PaperView[] = []
/** The last view that a pen was told to draw. */
const lastView = (): PaperView => views.at(-1) as PaperView

/** A pen without a canvas: it reads windows as any does, and notes what it is to draw. */
const penOnNothing = async (): Promise<TracePen> => ({
  ...openPagePen({
    paper: document.createElement('canvas'),
    times: document.createElement('canvas'),
  }),
  show: (view) => {
    views.push(view)
  },
  move: (left) => {
    views.push({ ...lastView(), left })
  },
  painted: async () => undefined,
  image: async () => new Blob(),
  close: () => undefined,
})
/** 4 Hz of half a millivolt, one reading for all that is asked for. */
const windowOf = ({ from, to }: { readonly from: number; readonly to: number }, first = from) => ({
  form: {
    kind: 'binary',
    bytes: encodeWindow(from, to, [
      encodeWaveform({
        startedAt: first,
        frequency: 4,
        samples: Array.from({ length: Math.floor((to - first) / 250) }, () => 0.5),
      }),
    ]).buffer,
  } as const,
  asOf: latest,
  tag: `${from}`,
})

const event = (id: string, type: string, start: number, seconds = 2): WaveformEvent => ({
  id,
  revision: 0,
  patientId: 'p1',
  type,
  start,
  end: start + seconds * 1000,
  method: 'lamplight-ecg 1',
})
const rights = (
  features: readonly string[] = ['continuousMonitoring', 'ecgWaveformAnalysis'],
): OpenOptions =>
  ({
    permissions: {
      permissions: ['view_patients'],
      features: features as NonNullable<OpenOptions['permissions']>['features'],
    },
  }) as OpenOptions

interface Given {
  readonly span?: { readonly earliest: number; readonly latest: number } | null
  readonly events?: readonly WaveformEvent[]
  readonly features?: readonly string[]
  readonly ask?: 'fails'
}
const openEcg = async ({ span = { earliest, latest }, events = [], features, ask }: Given = {}) => {
  const fake = clinicalRuntime()
  fake.view('patientRecord').set(answered([patientOf({})]))
  fake.view('patientCheckups').set(answered([checkupOf('c1')]))
  fake
    .view('waveformSpan')
    .set(answered(span === null ? [] : [{ id: 'p1 SingleECG', ...span } as { id: string }]))
  fake.view('waveformEvents').set(answered(events as readonly { id: string }[]))
  fake.waveforms.pen.mockImplementation(penOnNothing)
  if (ask !== 'fails')
    fake.waveforms.ask.mockImplementation(async (request) => ({
      kind: 'done',
      value: { kind: 'window', answer: windowOf(request) },
    }))
  const opened = openClinical('/patient/p1/vitals', { ...rights(features), fake })
  await screen.findByRole('table', { name: 'Patient Check-ups' })
  return { ...opened, fake }
}
const panel = () => screen.findByRole('region', { name: /^ECG Trace/ })
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const asked = (fake: Awaited<ReturnType<typeof openEcg>>['fake']) =>
  fake.waveforms.ask.mock.calls.map(([request]) => request)
/** Those that a person asked for: neighbours are fetched with the tag of nothing, later. */
const firstAsked = (fake: Awaited<ReturnType<typeof openEcg>>['fake']) => asked(fake)[0]

// What is loaded when it is opened is loaded before: a busy machine takes its time.
beforeAll(async () => {
  await Promise.all([
    import('../../../src/features/patient/PatientScreen'),
    import('../../../src/features/patient/vitals/VitalsTab'),
    import('../../../src/features/patient/ecg/EcgPanel'),
  ])
})
beforeEach(() => {
  views.length = 0
  globalThis.ResizeObserver = class {
    observe = (): void => undefined
    unobserve = (): void => undefined
    disconnect = (): void => undefined
  }
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000)
  localStorage.clear()
})
afterEach(cleanup)

describe('the way to the events', () => {
  const seen: Element[] = []
  let setBack = (): void => undefined
  beforeEach(() => {
    seen.length = 0
    HTMLElement.prototype.scrollIntoView = function seenNow(this: Element) {
      seen.push(this)
    }
    setBack = setPageClock(() => latest)
  })
  afterEach(() => {
    Reflect.deleteProperty(HTMLElement.prototype, 'scrollIntoView')
    setBack()
  })

  test('C131 the list opens where it is seen and read from its beginning; closed, the focus is where it was', async () => {
    const { user } = await openEcg({ events: [event('e1', 'AtrialFibrillation', latest - hourMs)] })
    await user.click(await screen.findByRole('button', { name: 'AI ECG Event Detection' }))
    const list = await screen.findByRole('complementary', { name: 'AI ECG Event Detection' })
    expect(seen).toContain(list)
    expect(document.activeElement?.textContent).toBe('AI ECG Event Detection')
    expect(list.contains(document.activeElement)).toBe(true)
    await user.click(button('Close event menu'))
    expect(document.activeElement).toBe(button('AI ECG Event Detection'))
  })

  test('the record names the gravest of 24 hours, not the newest, says how many there were, and leads to it', async () => {
    const { user, fake } = await openEcg({
      events: [
        event('e1', 'Pause', latest - 2 * hourMs),
        event('e2', 'AtrialFibrillation', latest - hourMs),
        event('noise', 'Noise', latest - hourMs),
        event('old', 'Asystole', latest - 25 * hourMs),
      ],
    })
    const chip = await screen.findByRole('link', {
      name: /^Pause, \d\d:\d\d, the gravest of 2 rhythm events in 24 h$/,
    })
    await panel()
    await user.click(chip)
    const ecg = await panel()
    await waitFor(() => expect(seen).toContain(ecg))
    expect(document.activeElement).toBe(ecg)
    const gravest = latest - 2 * hourMs
    await waitFor(() =>
      expect(
        asked(fake).some(
          ({ from, to }) => from <= gravest && to > gravest && to < gravest + hourMs,
        ),
      ).toBe(true),
    )
  })

  test('without events of the last day, or without the right to see them, there is no such link', async () => {
    await openEcg({ events: [event('old', 'Asystole', latest - 25 * hourMs)] })
    await panel()
    expect(screen.queryByRole('link', { name: /rhythm event/ })).toBeNull()
    cleanup()
    await openEcg({
      features: ['continuousMonitoring'],
      events: [event('e1', 'Pause', latest - hourMs)],
    })
    await panel()
    expect(screen.queryByRole('link', { name: /rhythm event/ })).toBeNull()
  })
})

describe('the ECG trace panel', () => {
  test('C117 is there only with continuousMonitoring, below the rest of the vitals tab', async () => {
    await openEcg({ features: ['ecgWaveformAnalysis'] })
    expect(screen.queryByRole('region', { name: /^ECG Trace/ })).toBeNull()
    cleanup()
    await openEcg()
    const table = screen.getByRole('table', { name: 'Patient Check-ups' })
    const charts = await screen.findByRole('region', { name: 'Threshold charts' })
    const ecg = await panel()
    for (const above of [table, charts])
      expect(above.compareDocumentPosition(ecg)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  test('C118 C119 C120 has its title with the date, a refresh button and the five buttons in order', async () => {
    const { user, fake } = await openEcg()
    expect((await screen.findByRole('heading', { name: /^ECG Trace/ })).textContent).toBe(
      'ECG Trace 05-Jan-2026',
    )
    const buttons = within(
      screen.getByRole('navigation', { name: 'ECG data window' }),
    ).getAllByRole('button')
    expect(buttons.map(({ textContent }) => textContent)).toEqual([
      'Earliest data',
      'Previous 90 s',
      'Select date',
      'Next 90 s',
      'Latest data',
    ])
    await waitFor(() => expect(fake.waveforms.ask).toHaveBeenCalled())
    const before = fake.refresh.mock.calls.filter(([name]) => name === 'waveformSpan').length
    await user.click(button('Refresh ECG trace'))
    await waitFor(() =>
      expect(
        fake.refresh.mock.calls.filter(([name]) => name === 'waveformSpan').length,
      ).toBeGreaterThan(before),
    )
    await waitFor(() =>
      expect(fake.waveforms.ask.mock.calls.some(([, known]) => known !== null)).toBe(true),
    )
  })

  test('C285 C350 C495 on load it asks for SingleECG, the latest 90 s and the 10 s before them', async () => {
    const { fake } = await openEcg()
    await waitFor(() =>
      expect(firstAsked(fake)).toEqual({
        patientId: 'p1',
        type: 'SingleECG',
        from: latest - 100_000,
        to: latest,
      }),
    )
    expect(fake.refresh).toHaveBeenCalledWith('waveformSpan', {
      patientId: 'p1',
      type: 'SingleECG',
    })
  })

  test('C351 on load it starts at the first reading returned', async () => {
    const fake = await openEcg({ span: { earliest: latest - 40_000, latest } })
    await waitFor(() => expect(lastView()?.left).toBe(latest - 40_000))
    expect(firstAsked(fake.fake)?.from).toBe(latest - 50_000)
    expect(await screen.findByText(/^14:29:20 to /)).toBeDefined()
  })

  describe('what the device kept of the last opening', () => {
    /** The store answers at once with what it kept; `answer` is the server's word. */
    const reopen = async () => {
      const fake = clinicalRuntime()
      fake.refresh.mockImplementation(() => new Promise(() => undefined))
      fake.view('patientRecord').set(answered([patientOf({})]))
      fake.view('patientCheckups').set(answered([checkupOf('c1')]))
      const tell = (to: number, ago: number) =>
        act(async () =>
          fake.view('waveformSpan').set(
            answered([{ id: 'p1 SingleECG', earliest, latest: to } as { id: string }], {
              asOf: Date.now() - ago,
              checkedAt: Date.now() - ago,
            }),
          ),
        )
      await tell(latest, hourMs)
      fake.waveforms.pen.mockImplementation(penOnNothing)
      fake.waveforms.ask.mockImplementation(async (request) => ({
        kind: 'done',
        value: { kind: 'window', answer: windowOf(request) },
      }))
      const opened = openClinical('/patient/p1/vitals', { ...rights(), fake })
      await waitFor(() => expect(lastView()?.left).toBe(latest - 90_000))
      return { ...opened, fake, answer: (to: number) => tell(to, 0) }
    }

    test('C350 gives way to the latest 90 s of the first answer of the server, and no later one moves the trace', async () => {
      const { answer } = await reopen()
      await answer(latest + hourMs)
      await waitFor(() => expect(lastView().left).toBe(latest + hourMs - 90_000))
      expect(await screen.findByText(/^15:28:30 to 15:30:00/)).toBeDefined()
      expect(screen.queryByText(/There are newer readings/)).toBeNull()
      await answer(latest + 2 * hourMs)
      expect(await screen.findByText(/There are newer readings/)).toBeDefined()
      expect(lastView().left).toBe(latest + hourMs - 90_000)
    })

    test('stays where a person moved before the server answered', async () => {
      const { user, answer } = await reopen()
      await user.click(button('Previous 90 s'))
      await waitFor(() => expect(lastView().left).toBe(latest - 180_000))
      await answer(latest + hourMs)
      expect(await screen.findByText(/There are newer readings/)).toBeDefined()
      expect(lastView().left).toBe(latest - 180_000)
    })
  })

  test('the buttons step by 90 s and stop at the ends', async () => {
    const { user, fake } = await openEcg()
    await panel()
    expect(button('Next 90 s')).toHaveProperty('disabled', true)
    expect(button('Latest data')).toHaveProperty('disabled', true)
    await user.click(button('Previous 90 s'))
    await waitFor(() => expect(asked(fake).some(({ to }) => to === latest - 90_000)).toBe(true))
    await waitFor(() => expect(lastView().left).toBe(latest - 180_000))
    await user.click(button('Earliest data'))
    await waitFor(() => expect(lastView().left).toBe(earliest))
    expect(button('Previous 90 s')).toHaveProperty('disabled', true)
    await user.click(button('Latest data'))
    await waitFor(() => expect(lastView().left).toBe(latest - 90_000))
  })

  test('C121 C122 C123 C124 C405 C406 C407 Select date opens the dialog: hours and minutes clamped, a calendar limited to the readings, Cancel and Confirm', async () => {
    const { user, fake } = await openEcg()
    await panel()
    await user.click(button('Select date'))
    const dialog = await screen.findByRole('dialog', {
      name: 'Choose ECG data window',
      hidden: true,
    })
    const inside = within(dialog)
    const [hours, minutes] = [inside.getByLabelText('Hours'), inside.getByLabelText('Minutes')]
    const type = async (field: HTMLElement, text: string) => {
      await user.tripleClick(field)
      await user.keyboard(text)
    }
    await type(hours, '99')
    expect(hours).toHaveProperty('value', '23')
    await type(minutes, '75')
    expect(minutes).toHaveProperty('value', '59')
    for (const field of [hours, minutes]) {
      for (const [typed, shown] of [
        ['-1', '0'],
        ['-12', '0'],
        ['7.9', '7'],
        ['0', '0'],
        ['8', '8'],
      ] as const) {
        await type(field, typed)
        expect([typed, (field as HTMLInputElement).value]).toEqual([typed, shown])
      }
    }
    await type(minutes, '59')
    const day = (name: RegExp) => inside.getByRole('button', { name, hidden: true })
    expect(day(/^2 January 2026/)).toHaveProperty('disabled', true)
    expect(day(/^6 January 2026/)).toHaveProperty('disabled', true)
    await user.click(day(/^3 January 2026/))
    await type(hours, '7')
    // 07:59 on the 3rd is before the first reading.
    expect(inside.getByText(/lies outside the readings/)).toBeDefined()
    await user.click(inside.getByRole('button', { name: 'Cancel', hidden: true }))
    expect(screen.queryByRole('dialog', { hidden: true })).toBeNull()
    await user.click(button('Select date'))
    const again = within(
      await screen.findByRole('dialog', { name: 'Choose ECG data window', hidden: true }),
    )
    await user.click(again.getByRole('button', { name: /^3 January 2026/, hidden: true }))
    await type(again.getByLabelText('Hours'), '7')
    await user.click(again.getByRole('button', { name: 'Confirm', hidden: true }))
    await waitFor(() =>
      expect(asked(fake).some(({ from }) => from === earliest - 10_000)).toBe(true),
    )
    await waitFor(() => expect(lastView().left).toBe(earliest))
  })

  test('in an hour that comes twice both can be chosen, and what nobody changes stays to the second', async () => {
    const start = Date.parse('2025-10-26T01:20:30.500Z')
    await openEcg({ span: { earliest: start - 6 * hourMs, latest: start + 90_000 } })
    await waitFor(() => expect(lastView().left).toBe(start))
    // By text, not by role: roles of a calendar take seconds on a busy machine.
    const open = async () => {
      fireEvent.click(screen.getByText('Select date'))
      return within(await screen.findByRole('dialog', { hidden: true }))
    }
    const unchanged = await open()
    expect(unchanged.getByText('The window will begin at 26-Oct-2025 01:20 GMT.')).toBeDefined()
    fireEvent.click(unchanged.getByText('Confirm'))
    expect(lastView().left).toBe(start)
    const first = await open()
    fireEvent.change(first.getByLabelText('This hour comes twice'), { target: { value: 'first' } })
    expect(first.getByText('The window will begin at 26-Oct-2025 01:20 BST.')).toBeDefined()
    fireEvent.change(first.getByLabelText('Hours'), { target: { value: '0' } })
    expect(first.queryByLabelText('This hour comes twice')).toBeNull()
    expect(first.getByText('The window will begin at 26-Oct-2025 00:20.')).toBeDefined()
    fireEvent.change(first.getByLabelText('Hours'), { target: { value: '1' } })
    fireEvent.click(first.getByText('Confirm'))
    await waitFor(() => expect(lastView().left).toBe(Date.parse('2025-10-26T00:20:00Z')))
    expect(await screen.findByText(/01:20:00 BST to 01:21:30 BST/)).toBeDefined()
  })

  test('C125 C126 the scale menu offers ±1, ±2, ±5, ±10 mV and the speed menu 5 to 100 mm/s, ±2 and 25 by default, and the paper follows', async () => {
    const { user } = await openEcg()
    await panel()
    const options = (name: string) =>
      within(screen.getByLabelText(name))
        .getAllByRole('option')
        .map(({ textContent }) => textContent)
    expect(options('Y-axis scale')).toEqual(['±1 mV', '±2 mV', '±5 mV', '±10 mV'])
    expect(options('X-axis speed')).toEqual(['5 mm/s', '10 mm/s', '25 mm/s', '50 mm/s', '100 mm/s'])
    expect(screen.getByLabelText('Y-axis scale')).toHaveProperty('value', '2')
    expect(screen.getByLabelText('X-axis speed')).toHaveProperty('value', '25')
    // And the paper begins at these.
    await waitFor(() => expect(lastView()).toMatchObject({ range: 2, speed: 25 }))
    expect(screen.getByText('25 mm/s · 10 mm/mV')).toBeDefined()
    await user.selectOptions(screen.getByLabelText('Y-axis scale'), '10')
    await user.selectOptions(screen.getByLabelText('X-axis speed'), '50')
    await waitFor(() => expect(lastView()).toMatchObject({ range: 10, speed: 50 }))
    expect(screen.getByText('50 mm/s · 2 mm/mV')).toBeDefined()
  })

  test('C128 C352 without data it says so, and there is no event menu', async () => {
    const { user, fake } = await openEcg()
    await panel()
    await user.click(button('AI ECG Event Detection'))
    expect(screen.getByRole('complementary', { name: 'AI ECG Event Detection' })).toBeDefined()
    fake.view('waveformSpan').set(answered([]))
    expect(
      await screen.findByRole('heading', { name: 'No ECG data available for this patient...' }),
    ).toBeDefined()
    expect(screen.queryByRole('complementary', { name: 'AI ECG Event Detection' })).toBeNull()
    // And stays closed when data comes.
    fake
      .view('waveformSpan')
      .set(answered([{ id: 'p1 SingleECG', earliest, latest } as { id: string }]))
    await screen.findByRole('button', { name: 'AI ECG Event Detection' })
    expect(screen.queryByRole('complementary', { name: 'AI ECG Event Detection' })).toBeNull()
  })

  test('C129 when the trace fails to load it says so, and Retry loads it', async () => {
    const { user, fake } = await openEcg({ ask: 'fails' })
    expect(await screen.findByRole('heading', { name: 'Failed to load ECG trace' })).toBeDefined()
    fake.waveforms.ask.mockImplementation(async (request) => ({
      kind: 'done',
      value: { kind: 'window', answer: windowOf(request) },
    }))
    await user.click(within(await panel()).getByRole('button', { name: 'Retry' }))
    await waitFor(() =>
      expect(screen.queryByRole('heading', { name: 'Failed to load ECG trace' })).toBeNull(),
    )
  })

  test('once the right to the trace is gone nothing of it is drawn: not the window that is shown, nor another, nor the first one again', async () => {
    const { user, fake } = await openEcg()
    await screen.findByText(/4 Hz/)
    const taken: number[] = []
    fake.waveforms.pen.mockImplementation(async () => {
      const pen = await penOnNothing()
      return {
        ...pen,
        load: (form, read) => {
          taken.push(read.to)
          return pen.load(form, read)
        },
      }
    })
    fake.waveforms.ask.mockImplementation(async () => ({
      kind: 'refused',
      problem: problem('forbidden', 'You may not see this'),
    }))
    const isRefused = async (step: string) => {
      const before = asked(fake).length
      await user.click(button(step))
      await waitFor(() => expect(asked(fake).length).toBeGreaterThan(before))
      expect(await screen.findByRole('heading', { name: 'Failed to load ECG trace' })).toBeDefined()
      expect(screen.queryByText(/4 Hz/)).toBeNull()
    }
    for (const step of ['Refresh ECG trace', 'Previous 90 s', 'Next 90 s']) await isRefused(step)
    expect(taken).toEqual([])
  })

  test('a damaged window is an error in the panel, and none of it is drawn', async () => {
    const { fake } = await openEcg({ ask: 'fails' })
    await panel()
    fake.waveforms.ask.mockImplementation(async (request) => {
      const answer = windowOf(request)
      new Uint8Array(answer.form.bytes)[200] = 99
      return { kind: 'done', value: { kind: 'window', answer } }
    })
    await screen.findByRole('heading', { name: 'Failed to load ECG trace' })
    screen.getByRole('button', { name: 'Retry' }).click()
    expect(
      await screen.findByText(
        'What was received is damaged or incomplete, so none of it is drawn.',
      ),
    ).toBeDefined()
  })

  const printable = () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
    Object.assign(URL, { createObjectURL: () => 'blob:row', revokeObjectURL: () => undefined })
    HTMLImageElement.prototype.decode = async () => undefined
    return print
  }
  const sheet = () => document.querySelector('[data-ecg-sheet]')

  test('a window that was refused or has no samples is not printed; one that is drawn is', async () => {
    const print = printable()
    const { user, fake } = await openEcg({ ask: 'fails' })
    await panel()
    expect(button('Print strip')).toHaveProperty('disabled', true)
    fake.waveforms.ask.mockImplementation(async (request) => {
      const answer = windowOf(request)
      new Uint8Array(answer.form.bytes)[200] = 99
      return { kind: 'done', value: { kind: 'window', answer } }
    })
    const retry = async () =>
      user.click((await screen.findAllByRole('button', { name: 'Retry' }))[0] as HTMLElement)
    await retry()
    await screen.findByText('What was received is damaged or incomplete, so none of it is drawn.')
    expect(button('Print strip')).toHaveProperty('disabled', true)
    fake.waveforms.ask.mockImplementation(async ({ from, to }) => ({
      kind: 'done',
      value: {
        kind: 'window',
        answer: {
          form: { kind: 'binary', bytes: encodeWindow(from, to, []).buffer },
          asOf: latest,
          tag: 'none',
        },
      },
    }))
    await retry()
    await screen.findByText('No samples in this window')
    expect(button('Print strip')).toHaveProperty('disabled', true)
    fake.waveforms.ask.mockImplementation(async (request) => ({
      kind: 'done',
      value: { kind: 'window', answer: windowOf(request) },
    }))
    await user.click(button('Previous 90 s'))
    await screen.findByText(/4 Hz/)
    await user.click(button('Print strip'))
    await waitFor(() => expect(print).toHaveBeenCalledTimes(1))
    expect(sheet()?.querySelectorAll('img').length).toBeGreaterThan(0)
  })

  test('nothing is printed where another window came while the strip was drawn', async () => {
    const print = printable()
    const { user, fake } = await openEcg()
    const images: (() => void)[] = []
    cleanup()
    fake.waveforms.pen.mockImplementation(async () => ({
      ...(await penOnNothing()),
      image: () =>
        new Promise<Blob>((resolve) => {
          images.push(() => resolve(new Blob()))
        }),
    }))
    openClinical('/patient/p1/vitals', { ...rights(), fake })
    await screen.findByText(/4 Hz/)
    await user.click(button('Print strip'))
    await waitFor(() => expect(images).toHaveLength(1))
    await user.click(button('Previous 90 s'))
    await waitFor(() => expect(lastView().left).toBe(latest - 180_000))
    for (let row = 0; row < 3; row++) {
      images[row]?.()
      await new Promise((resolve) => {
        setTimeout(resolve, 20)
      })
    }
    expect(sheet()).toBeNull()
    expect(print).not.toHaveBeenCalled()
  })

  test('a calibrated screen stays true when the page is zoomed, and where it cannot be, the foot does not say so', async () => {
    vi.stubGlobal('devicePixelRatio', 1)
    localStorage.setItem('lamplight.pixels-per-mm', '8')
    await openEcg()
    const ecg = await panel()
    await waitFor(() => expect(lastView()?.pixelsPerMm).toBe(8))
    expect(screen.getByText('True size on this screen')).toBeDefined()
    const height = () =>
      ecg.querySelector<HTMLElement>('[data-pen]')?.style.getPropertyValue('--paper-height')
    expect(height()).toBe('320px')
    vi.stubGlobal('devicePixelRatio', 2)
    fireEvent(window, new Event('resize'))
    await waitFor(() => expect(height()).toBe('160px'))
    await waitFor(() => expect(lastView().pixelsPerMm).toBe(8))
    vi.stubGlobal('devicePixelRatio', 10)
    fireEvent(window, new Event('resize'))
    expect(
      await screen.findByText('Sizes are approximate until this screen is calibrated'),
    ).toBeDefined()
    vi.unstubAllGlobals()
  })

  test('a kept window that the server calls unchanged stays as it is drawn, and is no longer called kept', async () => {
    const fake = clinicalRuntime()
    fake.waveforms.kept.mockImplementation(async (request) => ({
      ...windowOf(request),
      asOf: latest - hourMs,
      tag: 'one',
    }))
    let answer: () => void = () => undefined
    fake.waveforms.ask.mockImplementation(
      () =>
        new Promise((resolve) => {
          answer = () => resolve({ kind: 'done', value: { kind: 'unchanged', asOf: latest } })
        }),
    )
    fake.waveforms.pen.mockImplementation(penOnNothing)
    fake.view('patientRecord').set(answered([patientOf({})]))
    fake.view('patientCheckups').set(answered([checkupOf('c1')]))
    fake
      .view('waveformSpan')
      .set(answered([{ id: 'p1 SingleECG', earliest, latest } as { id: string }]))
    openClinical('/patient/p1/vitals', { ...rights(), fake })
    expect(await screen.findByText(/^Kept on this device, as of 05-Jan-2026 13:30/)).toBeDefined()
    expect(fake.waveforms.ask.mock.calls[0]?.[1]).toBe('one')
    const drawn = views.length
    answer()
    await waitFor(() => expect(screen.queryByText(/^Kept on this device/)).toBeNull())
    expect([
      screen.queryByText(/4 Hz/) !== null,
      views.slice(drawn).every(({ left }) => left === latest - 90_000),
    ]).toEqual([true, true])
  })

  test('a pen that dies is followed by another on a new canvas, with the same window; after the second death the page draws', async () => {
    const { fake } = await openEcg()
    await waitFor(() => expect(lastView().left).toBe(latest - 90_000))
    const opened = () => fake.waveforms.pen.mock.calls
    for (const deaths of [1, 2]) {
      views.length = 0
      opened().at(-1)?.[1]()
      await waitFor(() => expect(views.at(-1)?.left).toBe(latest - 90_000))
      expect(opened()).toHaveLength(deaths + 1)
    }
    expect(new Set(opened().map(([{ paper }]) => paper)).size).toBe(3)
    expect(opened().map(([, , inPage]) => inPage)).toEqual([false, false, true])
    expect(screen.getByText(/4 Hz/)).toBeDefined()
  })

  test('offline it shows the kept window with its age, and says that other windows and events never read are not on this device', async () => {
    const fake = clinicalRuntime()
    fake.connection.set({ state: 'offline', lastContactAt: null, waiting: 0, refused: 0 })
    fake.waveforms.kept.mockImplementation(async (request) =>
      request.to === latest ? { ...windowOf(request), asOf: latest - hourMs } : null,
    )
    fake.waveforms.pen.mockImplementation(penOnNothing)
    fake.view('patientRecord').set(answered([patientOf({})]))
    fake.view('patientCheckups').set(answered([checkupOf('c1')]))
    fake
      .view('waveformSpan')
      .set(answered([{ id: 'p1 SingleECG', earliest, latest } as { id: string }]))
    const { user } = openClinical('/patient/p1/vitals', { ...rights(), fake })
    expect(await screen.findByText(/^Kept on this device, as of 05-Jan-2026 13:30/)).toBeDefined()
    expect(fake.waveforms.ask).not.toHaveBeenCalled()
    await user.click(button('AI ECG Event Detection'))
    expect(
      screen.getByText(
        'The events of this period are not saved on this device. They load when you are online.',
      ),
    ).toBeDefined()
    expect(screen.queryByText('No events were detected in this period.')).toBeNull()
    act(() => fake.view('waveformEvents').set(answered([])))
    expect(screen.getByText('No events were detected in this period.')).toBeDefined()
    expect(screen.getByText(/^This does not exclude ventricular fibrillation/)).toBeDefined()
    await user.click(button('Previous 90 s'))
    expect(
      await screen.findByRole('heading', {
        name: 'This window is not saved on this device. It loads when you are online.',
      }),
    ).toBeDefined()
  })
})

describe('the event menu', () => {
  const day = Date.parse('2026-01-05T09:00:00.000Z')
  const events = [
    event('e1', 'PrematureVentricularContraction', latest - 30_000),
    event('e2', 'PrematureVentricularContraction', day),
    event('e3', 'PrematureVentricularContraction', Date.parse('2026-01-04T20:00:00.000Z')),
    event('e4', 'AtrialFibrillation', day + 60_000),
    event('e5', 'SomethingNew', day + 120_000),
  ]
  const menu = () => within(screen.getByRole('complementary', { name: 'AI ECG Event Detection' }))

  test('C130 C497 is offered only with ecgWaveformAnalysis, and events are asked for only then and where there are readings', async () => {
    const without = await openEcg({ features: ['continuousMonitoring'], events })
    await panel()
    expect(screen.queryByRole('button', { name: 'AI ECG Event Detection' })).toBeNull()
    expect(without.fake.refresh.mock.calls.some(([name]) => name === 'waveformEvents')).toBe(false)
    cleanup()
    const empty = await openEcg({ span: null, events })
    await screen.findByRole('heading', { name: /^No ECG data/ })
    expect(empty.fake.refresh.mock.calls.some(([name]) => name === 'waveformEvents')).toBe(false)
    cleanup()
    const both = await openEcg({ events })
    await waitFor(() =>
      expect(both.fake.refresh.mock.calls.some(([name]) => name === 'waveformEvents')).toBe(true),
    )
  })

  test('C131 C606 offers the last 1, 4, 12, 24, 48 hours and 7 days, 24 by default, and asks for the one that is chosen', async () => {
    const { user, fake } = await openEcg({ events })
    await panel()
    await user.click(button('AI ECG Event Detection'))
    const period = menu().getByLabelText('Show events for...')
    expect(
      within(period)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Last 1 hour',
      'Last 4 hours',
      'Last 12 hours',
      'Last 24 hours',
      'Last 48 hours',
      'Last 7 days',
    ])
    expect(period).toHaveProperty('value', '24')
    await user.selectOptions(period, '168')
    await waitFor(() =>
      expect(
        fake.refresh.mock.calls.some(
          ([name, params]) =>
            name === 'waveformEvents' && (params as { from: number }).from <= latest - 168 * hourMs,
        ),
      ).toBe(true),
    )
    expect(
      menu().getByText('Decision support, not a diagnosis: check every event against the trace.'),
    ).toBeDefined()
  })

  test('the menu says what is looked for and what is not', async () => {
    const { user } = await openEcg({ events })
    await panel()
    await user.click(button('AI ECG Event Detection'))
    expect(
      menu().getByText(
        /^Looked for: Asystole, Cannot exclude ventricular fibrillation, .*Atrial fibrillation/,
      ),
    ).toBeDefined()
    expect(
      menu().getByText(/^Not looked for: torsades .* Ventricular fibrillation is never confirmed/),
    ).toBeDefined()
    const words = menu().getByText(/^Looked for: /).textContent
    for (const type of soughtTypes.filter((one) => one !== 'Noise'))
      expect(words).toContain(rhythmNames[type]?.[0])
  })

  test('the gravest kind is the first of the menu, one that nobody knows before what hurts slowly', async () => {
    const kinds = ['SinusTachycardia', 'SomethingNew', 'AtrialFibrillation', 'Noise']
    const { user } = await openEcg({
      events: [...kinds, 'VentricularTachycardia'].map((type, index) =>
        event(`k${index}`, type, latest - 60_000 - index * 1000),
      ),
    })
    await panel()
    await user.click(button('AI ECG Event Detection'))
    expect(
      within(menu().getByRole('list', { name: 'Detected Events' }))
        .getAllByRole('button')
        .map(({ textContent }) => (textContent ?? '').replace(/1$/, '')),
    ).toEqual([
      'Ventricular tachycardia',
      'Atrial fibrillation',
      'SomethingNew',
      'Sinus tachycardia',
      'Not analysable',
    ])
  })

  test('C608 every type of event has its words, and the tooltips their abbreviations', async () => {
    const { user } = await openEcg({
      events: ecgEventTypes.map((type, index) =>
        event(`t${index}`, type, latest - 60_000 - index * 1000),
      ),
    })
    await panel()
    await user.click(button('AI ECG Event Detection'))
    const groups = within(menu().getByRole('list', { name: 'Detected Events' }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent ?? '')
    expect(groups).toHaveLength(ecgEventTypes.length)
    expect(
      groups.filter(
        (name) =>
          (ecgEventTypes as readonly string[]).includes(name.replace(/1$/, '')) &&
          !/^(Pause|Asystole|Noise)1$/.test(name),
      ),
    ).toEqual([])
    const abbreviations = {
      'Premature ventricular contraction': 'PVC',
      'Premature atrial contraction': 'PAC',
      'Supraventricular tachycardia': 'SVT',
      'Atrial fibrillation': 'AF',
      'Atrial flutter': 'AFL',
      'Left bundle branch block': 'LBBB',
      'Right bundle branch block': 'RBBB',
      'Wolff-Parkinson-White': 'WPW',
      Asystole: 'Asystole',
    }
    for (const [name, short] of Object.entries(abbreviations))
      expect(Object.values(ecgTexts('en-GB').types)).toContainEqual([name, short])
    // The tooltip takes them from there.
    fireEvent.click(menu().getByText('Wolff-Parkinson-White'))
    fireEvent.click(menu().getByText('05-Jan-2026'))
    await user.hover(menu().getByRole('button', { name: /^\d\d:\d\d:\d\d/ }))
    expect((await screen.findByRole('tooltip')).textContent).toMatch(/^WPW · /)
  })

  test('C132 C133 C608 Detected Events are grouped by type, then by day, each with its count; a tooltip has the abbreviation', async () => {
    const { user } = await openEcg({ events })
    await panel()
    await user.click(button('AI ECG Event Detection'))
    const list = menu().getByRole('list', { name: 'Detected Events' })
    expect(
      within(list)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Atrial fibrillation1', 'SomethingNew1', 'Premature ventricular contraction3'])
    await user.click(menu().getByRole('button', { name: /^Premature ventricular/ }))
    expect(
      menu()
        .getAllByRole('button', { name: /-Jan-2026/ })
        .map(({ textContent }) => textContent),
    ).toEqual(['05-Jan-20262', '04-Jan-20261'])
    await user.click(menu().getByRole('button', { name: /^05-Jan-2026/ }))
    const entry = menu().getByRole('button', { name: /^09:00:00/ })
    await user.hover(entry)
    expect((await screen.findByRole('tooltip')).textContent).toBe('PVC · 09:00:00')
  })

  test('where there are more than an answer holds, the menu says from when on it lists and counts', async () => {
    const { user, fake } = await openEcg({ events })
    await panel()
    await user.click(button('AI ECG Event Detection'))
    expect(menu().queryByText(/too many events/)).toBeNull()
    fake.view('waveformEvents').set(
      answered(events.toSorted((a, b) => a.start - b.start) as readonly { id: string }[], {
        total: null,
      }),
    )
    expect((await menu().findByText(/too many events/)).textContent).toBe(
      'There are too many events to list. Those before 04-Jan-2026 20:00 are not listed and not counted.',
    )
  })

  test('C134 C135 C136 an event in the window is brought to the middle, one outside moves the window; either is highlighted with a label', async () => {
    const { user, fake } = await openEcg({ events })
    const ecg = await panel()
    await waitFor(() => expect(lastView()?.left).toBe(latest - 90_000))
    await user.click(button('AI ECG Event Detection'))
    await user.click(menu().getByRole('button', { name: /^Premature ventricular/ }))
    await user.click(menu().getByRole('button', { name: /^05-Jan-2026/ }))
    const before = asked(fake).length
    await user.click(menu().getByRole('button', { name: /^14:29:30/ }))
    const middle = () => lastView().left + (lastView().width / lastView().pixelsPerMm / 25) * 500
    await waitFor(() => expect(Math.abs(middle() - (latest - 29_000))).toBeLessThan(1000))
    expect(ecg.querySelector('mark')?.textContent).toBe('PVC 14:29:30')
    expect(
      asked(fake)
        .slice(before)
        .every(({ to }) => to !== day + 80_000),
    ).toBe(true)
    await user.click(menu().getByRole('button', { name: /^09:00:00/ }))
    await waitFor(() => expect(asked(fake).some(({ from }) => from === day - 20_000)).toBe(true))
    await waitFor(() => expect(ecg.querySelector('mark')?.textContent).toBe('PVC 09:00:00'))
    expect(
      menu()
        .getByRole('button', { name: /^09:00:00/ })
        .getAttribute('aria-pressed'),
    ).toBe('true')
  })

  test('C135 C136 one that lasts longer than the paper shows is brought to its onset, and its label is visible everywhere', async () => {
    const onset = day + 5 * 60_000
    const { user } = await openEcg({ events: [event('af', 'AtrialFibrillation', onset, 7200)] })
    const ecg = await panel()
    await waitFor(() => expect(lastView()?.left).toBe(latest - 90_000))
    await user.click(button('AI ECG Event Detection'))
    await user.click(menu().getByRole('button', { name: /^Atrial/ }))
    await user.click(menu().getByRole('button', { name: /^05-Jan-2026/ }))
    await user.click(menu().getByRole('button', { name: /^09:05:00/ }))
    const span = () => (lastView().width / lastView().pixelsPerMm / 25) * 1000
    await waitFor(() => expect(lastView().left).toBeLessThan(onset))
    await waitFor(() => expect(lastView().left).toBeGreaterThan(onset - span() / 2))
    const perMs = (lastView().pixelsPerMm * 25) / 1000
    const mark = ecg.querySelector('mark') as HTMLElement
    // From the onset to the end of the window, which begins 10 s before.
    expect(Number.parseFloat(mark.style.left)).toBeCloseTo(10_000 * perMs, 0)
    expect(Number.parseFloat(mark.style.width)).toBeCloseTo(80_000 * perMs, 0)
    expect(mark.dataset['goesOn']).toBe('true')
    const labels = [...mark.querySelectorAll('span')]
    expect(new Set(labels.map(({ textContent }) => textContent))).toEqual(new Set(['AF 09:05:00']))
    expect(labels.filter((label) => label.getAttribute('aria-hidden') !== 'true')).toHaveLength(1)
    const places = labels.map((label) => Number.parseFloat(label.style.left || '0'))
    expect(
      Math.max(
        ...places.map(
          (place, at) => (places[at + 1] ?? Number.parseFloat(mark.style.width)) - place,
        ),
      ),
    ).toBeLessThanOrEqual(320)
    // In the middle of it one stays, and sees from the window's beginning on.
    await user.click(button('Next 90 s'))
    await user.click(menu().getByRole('button', { name: /^09:05:00/ }))
    await waitFor(() => expect(lastView().left).toBe(onset + 80_000))
    expect(ecg.querySelector('mark')?.dataset['cameBefore']).toBe('true')
  })

  test('C137 C353 when events fail to load a chip says so with Retry, and the menu closes by itself', async () => {
    const { user, fake } = await openEcg({ events })
    await panel()
    await user.click(button('AI ECG Event Detection'))
    fake.view('waveformEvents').set(answered([], { problem: serverDown }))
    expect((await screen.findByText('Error loading events')).textContent).toContain(
      'Error loading events',
    )
    expect(screen.queryByRole('complementary', { name: 'AI ECG Event Detection' })).toBeNull()
    const count = () => fake.refresh.mock.calls.filter(([name]) => name === 'waveformEvents').length
    const before = count()
    await user.click(
      within(screen.getByText('Error loading events')).getByRole('button', { name: 'Retry' }),
    )
    await waitFor(() => expect(count()).toBeGreaterThan(before))
    fake.view('waveformEvents').set(answered(events as readonly { id: string }[]))
    await waitFor(() => expect(screen.queryByText('Error loading events')).toBeNull())
    expect(screen.queryByRole('complementary', { name: 'AI ECG Event Detection' })).toBeNull()
  })

  test('C493 whether there are newer readings is asked every 30 s, and the trace that is looked at stays', async () => {
    const { fake } = await openEcg()
    await waitFor(() => expect(lastView()?.left).toBe(latest - 90_000))
    cleanup()
    vi.useFakeTimers()
    try {
      openClinical('/patient/p1/vitals', { ...rights(), fake })
      await act(() => vi.advanceTimersByTimeAsync(5_000))
      expect(screen.getByText(/4 Hz/)).toBeDefined()
      const count = () => fake.refresh.mock.calls.filter(([name]) => name === 'waveformSpan').length
      const before = count()
      await act(() => vi.advanceTimersByTimeAsync(20_000))
      expect(count()).toBe(before)
      await act(() => vi.advanceTimersByTimeAsync(10_000))
      expect(count()).toBe(before + 1)
      await act(() => vi.advanceTimersByTimeAsync(60_000))
      expect(count()).toBe(before + 3)
      await act(async () =>
        fake
          .view('waveformSpan')
          .set(
            answered([{ id: 'p1 SingleECG', earliest, latest: latest + 30_000 } as { id: string }]),
          ),
      )
      expect(screen.getByText(/There are newer readings/)).toBeDefined()
      expect(lastView().left).toBe(latest - 90_000)
    } finally {
      vi.useRealTimers()
    }
  })
})
