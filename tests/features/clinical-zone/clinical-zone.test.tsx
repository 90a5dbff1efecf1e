// @vitest-environment jsdom
import { cleanup, fireEvent, render, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { principalOf } from '../../../src/domain/access/principal-of'
import { problem } from '../../../src/domain/problem'
import { handoverRoom } from '../../../src/features/handover'
import { PrincipalProvider } from '../../../src/ui/access'
import { formatTime, setClinicalZone } from '../../../src/domain/time'
import { TimeChart } from '../../../src/ui/chart'
import { paperWords } from '../../../src/ui/print/paper-rules'
import { meOf, openPortal, signedIn } from '../../app/fake-portal'
import {
  answered,
  cardOf,
  checkupOf,
  clinicalRuntime,
  noteOf,
  openClinical,
  patientOf,
  screen,
} from '../clinical-portal'

const made = vi.hoisted(() => [] as { tzDate: (ms: number) => Date }[])
vi.mock('../../../src/ui/chart/uplot', async () => {
  const { default: Real } = await vi.importActual<{ default: { tzDate: unknown } }>('uplot')
  class UPlot {
    static readonly tzDate = Real.tzDate
    constructor(options: { tzDate: (ms: number) => Date }) {
      made.push(options)
    }
    redraw(): void {}
    setSize(): void {}
    destroy(): void {}
  }
  return { UPlot }
})

/** A morning in London: 07:30 there, half past two at night on the device. */
const nowMs = Date.parse('2026-11-28T07:30:00.000Z')
const minutesAgo = (count: number): string => new Date(nowMs - count * 60_000).toISOString()

const memberOf = (timeZone: string) => ({
  permissions: ['view_patients', 'add_patient_notes'] as const,
  over: { actingOrganization: { ...meOf().actingOrganization, timeZone } },
})

// This file has a process of its own (vitest.config.ts): nothing told a time in it before.
beforeAll(() => {
  process.env.TZ = 'America/New_York'
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  localStorage.clear()
})

const open = async (path: string, timeZone = 'Europe/London') => {
  vi.useFakeTimers({ toFake: ['Date'], now: nowMs })
  const fake = clinicalRuntime()
  const latestCheckup = checkupOf('c1', {
    endedAt: minutesAgo(78),
    receivedAt: minutesAgo(78),
  })
  const rest = fake.ask.getMockImplementation()
  fake.ask.mockImplementation(async (name, input) =>
    name === 'wardMoves' || name === 'resolvedAlerts'
      ? { kind: 'done', value: [] }
      : (rest?.(name, input) ?? { kind: 'refused', problem: problem('server') }),
  )
  fake.view('virtualWard').set(answered([cardOf('p1', { latestCheckup })], { asOf: nowMs }))
  fake.view('patientOnBoard').set(answered([cardOf('p1', { latestCheckup })]))
  fake.view('patientRecord').set(answered([patientOf({ latestCheckup })]))
  fake.view('patientCheckups').set(answered([latestCheckup]))
  fake.view('keptRecords').set(answered([patientOf({ id: 'p1' })]))
  fake
    .view('patientNotes')
    .set(answered([noteOf('n1', { capturedAt: minutesAgo(78), createdAt: minutesAgo(78) })]))
  return {
    fake,
    ...openClinical(path, { fake, permissions: memberOf(timeZone), rooms: [handoverRoom] }),
  }
}

describe('on a device in New York, for an organisation in London', () => {
  test('the device is where it is said to be', () => {
    expect(new Date(nowMs).getHours()).toBe(2)
  })

  test('the card tells the times of London', async () => {
    await open('/virtual-ward')
    const card = await screen.findByRole('article')
    // Due twelve hours after the last one, which was at 06:12; 13:12 on the device.
    expect(card.textContent).toContain('Next 18:12')
  })

  test('the record tells the times of London', async () => {
    await open('/patient/p1/notes')
    expect(await screen.findByText('06:12')).toBeTruthy()
    expect(screen.queryByText('01:12')).toBeNull()
  })

  test('the handover offers the shifts of London, and reads a typed time there', async () => {
    const { user } = await open('/virtual-ward/handover')
    const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Changes since' })
    expect([...choice.options].map(({ text }) => text)).toEqual([
      '28-Nov-2026 07:00',
      '27-Nov-2026 19:00',
      'Another time',
    ])
    expect(screen.getByRole('heading', { level: 2, name: /^Since 27-Nov-2026 19:00/ })).toBeTruthy()
    await user.selectOptions(choice, 'Another time')
    const field = screen.getByLabelText<HTMLInputElement>('Date and time')
    expect([field.min, field.max]).toEqual(['2026-11-27T07:30', '2026-11-28T07:30'])
    fireEvent.change(field, { target: { value: '2026-11-28T06:15' } })
    expect(screen.queryByText(/^Choose a time from/)).toBeNull()
    expect(screen.getByRole('heading', { level: 2, name: /^Since 06:15/ })).toBeTruthy()
  })
})

describe('the page says whose time it tells', () => {
  const openAs = (timeZone: string, edition: 'en-GB' | 'en-US' = 'en-GB') => {
    const me = meOf(memberOf(timeZone))
    const inEdition = { ...me, actingOrganization: { ...me.actingOrganization, edition } }
    openPortal('/settings/about', { session: signedIn(inEdition) })
  }

  test.each(['en-GB', 'en-US'] as const)(
    'once, and what the device is set to: %s',
    async (edition) => {
      openAs('Europe/London', edition)
      const told = await screen.findAllByText('Times are London time')
      expect(told.map((one) => one.title)).toEqual(['This device is set to New York time'])
    },
  )

  test('not where the device shows the same time', async () => {
    openAs('America/Toronto')
    expect(await screen.findByRole('main')).toBeTruthy()
    expect(await screen.findByRole('navigation', { name: 'Main' })).toBeTruthy()
    expect(screen.queryByText(/^Times are/)).toBeNull()
  })

  test('on the wall', async () => {
    await open('/virtual-ward?display=wall')
    expect(await screen.findByText('Times are London time')).toBeTruthy()
    expect(screen.getByLabelText('Time').textContent).toBe('07:30')
  })

  test('at the foot of every sheet of paper', () => {
    const frame = { organization: 'Riverside', printedBy: 'Ada Nurse' }
    const part = { subject: '', asOf: nowMs }
    setClinicalZone('Europe/London')
    expect(paperWords(frame, part, nowMs, 'en-GB').printed).toBe(
      'Printed by Ada Nurse, 28-Nov-2026 07:30. Data as of 28-Nov-2026 07:30. Times are London time',
    )
    setClinicalZone(undefined)
    expect(paperWords(frame, part, nowMs, 'en-GB').printed).not.toContain('Times are')
  })
})

test('the zone follows whoever looks: another organisation, and nobody', () => {
  const inZone = (timeZone: string) => principalOf(meOf(memberOf(timeZone)))
  const Time = () => <p>{formatTime('2026-11-28T07:30:00Z', 'en-GB')}</p>
  const page = (principal: ReturnType<typeof inZone> | null) => (
    <PrincipalProvider principal={principal}>
      <Time />
    </PrincipalProvider>
  )
  const { container, rerender } = render(page(inZone('Europe/London')))
  const told = (): string | null => within(container).getByText(/^\d\d:\d\d$/).textContent
  expect(told()).toBe('07:30')
  rerender(page(inZone('Asia/Tokyo')))
  expect(told()).toBe('16:30')
  rerender(page(null))
  expect(told()).toBe('02:30')
})

test('the days of a chart begin at the midnight of London', async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({} as never)
  render(
    <PrincipalProvider principal={principalOf(meOf(memberOf('Europe/London')))}>
      <TimeChart
        atMs={[nowMs]}
        joined={[1]}
        apart={[null]}
        fromMs={nowMs - 86_400_000}
        toMs={nowMs}
        most={9}
        bands={[]}
        ticks={[]}
        timeText={String}
        selected={null}
        onPoint={() => undefined}
        onFailed={() => undefined}
      />
    </PrincipalProvider>,
  )
  await vi.waitFor(() => expect(made).toHaveLength(1))
  const midnight = made[0]?.tzDate(Date.parse('2026-07-01T23:00:00Z'))
  expect([midnight?.getDate(), midnight?.getHours(), midnight?.getMinutes()]).toEqual([2, 0, 0])
})
