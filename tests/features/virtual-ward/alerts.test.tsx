// @vitest-environment jsdom
import { seenAtOf } from '../../../src/domain/alerts/seen'
import { meOf } from '../../app/fake-portal'
import { openAlert } from '../alerts'
import { cleanup, fireEvent, waitFor, within } from '@testing-library/react'
import { doubtSentences } from '../../../src/ui/clinical'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { problem } from '../../../src/domain/problem'
import { layResolved, layTakingOn, type Alert } from '../../../src/domain/alerts/alert'
import { formatMoment } from '../../../src/domain/time'
import { resources } from '../../../src/data/registry'
import { alertTexts, conditionWords } from '../../../src/texts/alerts'
import { AlertHandling } from '../../../src/features/virtual-ward/parts/AlertHandling'
import { alertMarks, alertTotal } from '../../../src/ui/alerts/alert-words'
import { act, ago, answered, cardOf, clinicalRuntime, noon, openClinical } from '../clinical-portal'

const minutes = 60_000
const iso = (ms: number): string => new Date(ms).toISOString()
const alertOf = (id: string, over: Partial<Alert> = {}): Alert =>
  openAlert(id, [iso(noon - 5 * minutes), iso(noon - 90 * minutes)], over)
const missed = alertOf('m', {
  type: 'CheckupScheduleEvent',
  alertRule: null,
  severity: 1,
  checkupScheduleEvent: {
    checkupExpectedAt: '2026-01-05T08:00:00.000Z',
    checkupSchedule: { id: 's', name: 'Daily observation', tolerance: { early: 1800, late: 3600 } },
  },
})
const pacsana = alertOf('x', { type: 'PacsanaEvent', alertRule: null })
const nurse = { id: 'u2', firstName: 'Hannah', lastName: 'Whitfield' }

/** Of the newest reading on the card. */
const seenAt = seenAtOf(cardOf('p1'))
/** That an alert of the only patient was taken on. */
const taken = (id: string, name = 'Low oxygen saturation') => [
  'acknowledgeAlert',
  { patientId: 'p1', id, isAcknowledged: true, alertNames: [name], seenAt },
]
const clinician = { permissions: ['view_patients', 'set_alert_status'] } as const

/**
 * The ward with one patient who has these alerts; `closed` is what the server lists beside them.
 */
const open = async (
  alerts: readonly Alert[],
  options: {
    closed?: readonly Alert[]
    permissions?: Parameters<typeof openClinical>[1] extends infer O
      ? NonNullable<O> extends { permissions?: infer P }
        ? P
        : never
      : never
    edition?: 'en-GB' | 'en-US'
    offline?: boolean
    failing?: boolean
    card?: Parameters<typeof cardOf>[1]
  } = {},
) => {
  const fake = clinicalRuntime()
  fake.view('virtualWard').set(answered([cardOf('p1', { ...options.card, alerts: [...alerts] })]))
  if (options.failing !== true)
    fake.ask.mockImplementation(async () => ({
      kind: 'done',
      value: { alerts: [...alerts, ...(options.closed ?? [])], callings: [], asOf: noon },
    }))
  if (options.offline === true)
    fake.connection.set({ state: 'offline', lastContactAt: null, waiting: 0, refused: 0 })
  const opened = openClinical('/virtual-ward', {
    fake,
    permissions: options.permissions ?? clinician,
    ...(options.edition === undefined ? {} : { edition: options.edition }),
  })
  await opened.screen.findByRole('article')
  return opened
}
const press = async ({ screen }: Awaited<ReturnType<typeof open>>, name: RegExp): Promise<void> => {
  fireEvent.click(await screen.findByRole('button', { name }))
}
const dialog = ({ screen }: Awaited<ReturnType<typeof open>>): Promise<HTMLElement> =>
  screen.findByRole('dialog', { name: 'Alerts' })

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('alerts of a card', () => {
  test('C206 C372 are chips with how often each was raised, the gravest first, and make the status line as grave as the gravest', async () => {
    const ward = await open([missed, alertOf('a', { severity: 4 })])
    const names = (await ward.screen.findAllByRole('button', { name: /^Alert:/ })).map((chip) =>
      chip.getAttribute('aria-label'),
    )
    expect(names).toEqual([
      'Alert: Low oxygen saturation, raised 2 times. Show alerts',
      'Alert: Missed check-up, raised 2 times. Show alerts',
    ])
    expect(ward.screen.getByText('2 open alerts')).toBeTruthy()
    expect(ward.screen.getByRole('listitem').getAttribute('data-status')).toBe('negative')
  })

  test('C207 the badge shows 99+ above 99', async () => {
    const triggers = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ id: `t${index}`, startedAt: iso(noon) }))
    const ward = await open([
      alertOf('a', { severity: 4, triggers: triggers(100) }),
      alertOf('b', { triggers: triggers(99) }),
    ])
    expect(
      (await ward.screen.findAllByRole('button', { name: /^Alert:/ })).map(
        (chip) => within(chip).getByText(/^\d+\+?$/).textContent,
      ),
    ).toEqual(['99+', '99'])
  })

  test('a chip of an alert raised once has no number, and one that somebody deals with has their name; both are in its accessible name', async () => {
    const ward = await open([
      alertOf('a', {
        triggers: [{ id: 't', startedAt: iso(noon) }],
        acknowledgedAt: ago(5),
        acknowledgedBy: nurse,
        escalatedAt: ago(9),
      }),
    ])
    const chip = await ward.screen.findByRole('button', { name: /^Alert:/ })
    expect(chip.textContent).toBe('Low oxygen saturationHannah Whitfield')
    expect(chip.getAttribute('aria-label')).toBe(
      'Alert: Low oxygen saturation, raised once, escalated, Hannah Whitfield is dealing with it. Show alerts',
    )
  })

  test('the dialog leads to the check-up, with its score, and to the record', async () => {
    const id = cardOf('p1').latestCheckup?.id ?? ''
    const ward = await open([alertOf('a', { checkup: { id, endedAt: ago(20) } })])
    await press(ward, /^Alert:/)
    const box = within(await dialog(ward))
    expect(box.getByRole('link', { name: /^Score 0 at / }).getAttribute('href')).toBe(
      `/patient/p1/checkup/${id}`,
    )
    expect(box.getByRole('link', { name: 'Open patient record' }).getAttribute('href')).toBe(
      '/patient/p1',
    )
  })

  test('leads to the form of observations, for a user who takes them', async () => {
    const take = { name: 'Take observations' }
    const ward = await open([alertOf('a')], {
      permissions: { permissions: ['view_patients', 'record_observations'] },
    })
    await press(ward, /^Alert:/)
    expect(
      within(await dialog(ward))
        .getByRole('link', take)
        .getAttribute('href'),
    ).toBe('/patient/p1?dialog=observations')
    cleanup()
    const other = await open([alertOf('a')])
    await press(other, /^Alert:/)
    expect(within(await dialog(other)).queryByRole('link', take)).toBeNull()
  })

  test('a reading that came late says when it was measured and when it arrived, and what a newer one scores', async () => {
    const late = { id: 't', startedAt: iso(noon - 180 * 60_000), raisedAt: iso(noon + 60_000) }
    const ward = await open([
      alertOf('a', {
        startedAt: late.startedAt,
        latestAt: late.startedAt,
        checkup: { id: 'of-then', endedAt: late.startedAt },
        triggers: [late],
      }),
    ])
    const chip = await ward.screen.findByRole('button', { name: /^Alert:/ })
    const measured = formatMoment(Date.parse(late.startedAt), Date.now(), 'en-GB')
    const arrived = formatMoment(Date.parse(late.raisedAt), Date.now(), 'en-GB')
    expect(chip.textContent).toBe(`Low oxygen saturationat ${measured}`)
    expect(chip.getAttribute('aria-label')).toContain(`raised once, measured ${measured}.`)
    await press(ward, /^Alert:/)
    const told = (await dialog(ward)).textContent
    expect(told).toContain(`measured ${measured}, arrived ${arrived}`)
    expect(told).not.toContain('First raised')
    expect(told).toContain(`Newer check-up: score 0 at ${formatMoment(noon, Date.now(), 'en-GB')}`)
  })

  test('what is doubtful of the check-up, and what of it cannot be used, is said above its alerts', async () => {
    const latest = cardOf('p1').latestCheckup
    if (latest === null) throw new Error('The card has a check-up.')
    const ward = await open(
      [alertOf('a', { checkup: { id: latest.id, endedAt: latest.endedAt } })],
      {
        card: { latestCheckup: { ...latest, doubts: ['oxygen-flag'] } },
      },
    )
    await press(ward, /^Alert:/)
    const told = (await dialog(ward)).textContent
    expect(told).toContain(
      doubtSentences({ ...latest, doubts: ['oxygen-flag'] }, 'en-GB').join(' '),
    )
    expect(doubtSentences({ ...latest, doubts: ['oxygen-flag'] }, 'en-GB')).toHaveLength(1)
  })

  test('of what came in time there is no word of that, nor of a newer check-up that is the same', async () => {
    const checkup = cardOf('p1').latestCheckup
    const endedAt = checkup?.endedAt ?? ''
    const ward = await open([
      alertOf('a', {
        startedAt: endedAt,
        latestAt: endedAt,
        checkup: { id: checkup?.id ?? '', endedAt },
        triggers: [{ id: 't', startedAt: endedAt, raisedAt: endedAt }],
      }),
    ])
    await press(ward, /^Alert:/)
    const told = (await dialog(ward)).textContent
    expect(told).toContain('First raised')
    expect(told).not.toMatch(/arrived|Newer check-up/)
  })

  test('the score that raised an alert says Scale 2 and personal thresholds', () => {
    const card = cardOf('p1')
    const scores = card.latestCheckup?.ewsScores
    if (card.latestCheckup === null || scores == null) throw new Error('The card has a score.')
    const ewsScores = { ...scores, spo2Scale: 2 as const, riskScheme: 'Personal' }
    const checkup = { id: card.latestCheckup.id, endedAt: ago(20) }
    const patient = { ...card, latestCheckup: { ...card.latestCheckup, ewsScores } }
    const marks = alertMarks({ checkup }, patient, 'en-GB')
    const words = alertTexts('en-GB')
    expect(words.checkup({ total: 7, isPartial: false }, '18:26', marks)).toBe(
      'Score 7 at 18:26 (Scale 2, Adjusted thresholds)',
    )
    expect(alertMarks({ checkup }, card, 'en-GB')).toEqual([])
    // Of an older check-up: its own marks, not those of the newest.
    const older = { id: 'older', endedAt: ago(90) }
    const trend = [{ endedAt: older.endedAt, totalScore: 7, marks: 4 }]
    expect(alertMarks({ checkup: older }, { ...patient, trend }, 'en-GB')).toEqual([
      'Poor SpO2 signal',
    ])
    expect(alertMarks({ checkup: null }, patient, 'en-GB')).toEqual([])
  })

  test('a check-up that is scored again changes no alert that it raised, and says on the card what it was', async () => {
    const card = cardOf('p1')
    if (card.latestCheckup === null) throw new Error('The card has a score.')
    const { id, endedAt } = card.latestCheckup
    const alert = { checkup: { id, endedAt }, scored: { totalScore: 15, missing: 0, marks: 0 } }
    const scaled = {
      ...card.latestCheckup,
      ewsScores: { ...card.latestCheckup.ewsScores, spo2Scale: 2 },
      rescored: { at: '2026-01-05T22:51:00.000Z', by: nurse, totalScore: 15 },
    } as NonNullable<typeof card.latestCheckup>
    const patient = { ...card, latestCheckup: scaled }
    expect(alertTotal({ ...alert, continuousMonitoring: null }, patient)).toEqual({
      total: 15,
      isPartial: false,
    })
    expect(alertMarks(alert, patient, 'en-GB')).toEqual([])
    const ward = await open([], { card: { latestCheckup: scaled } })
    expect((await ward.screen.findByRole('article')).textContent).toContain(
      'Scored again 05-Jan-2026 22:51 by Hannah Whitfield: was 15.',
    )
  })

  test('of a total that lacks something they say what it is at least, of a bucket too', () => {
    const card = cardOf('p1')
    const bucketEndAt = ago(20)
    const scores = card.latestCheckup?.ewsScores
    if (card.latestCheckup === null || scores == null) throw new Error('The card has a score.')
    const words = alertTexts('en-GB')
    const checkup = { id: card.latestCheckup.id, endedAt: card.latestCheckup.endedAt }
    const patient = {
      ...card,
      latestCheckup: {
        ...card.latestCheckup,
        ewsScores: { ...scores, totalScore: 8, missing: 2 },
      },
      latestContinuousMonitoring: {
        bucketEndAt,
        thresholdScores: { RRScore: 2, SpO2Score: 2, HRScore: 2, tempScore: 2 },
      },
    }
    const total = alertTotal({ checkup, continuousMonitoring: null }, patient)
    expect(words.checkup(total, '18:26', [])).toBe('Score at least 8 at 18:26')
    expect(
      words.bucket(
        alertTotal({ checkup: null, continuousMonitoring: { bucketEndAt } }, patient),
        '18:30',
      ),
    ).toBe('Score at least 8, 15 minutes to 18:30')
    expect(
      words.bucket(
        alertTotal({ checkup: null, continuousMonitoring: { bucketEndAt: ago(90) } }, patient),
        '17:15',
      ),
      'of an older bucket the total is not known here',
    ).toBe('15 minutes to 17:15')
  })

  test('C226 P232 of the deprecated source there is nothing', async () => {
    const ward = await open([pacsana])
    expect(ward.screen.queryByRole('button', { name: /^Alert:/ })).toBeNull()
    expect(ward.screen.getByRole('listitem').getAttribute('data-status')).toBe('positive')
  })
})

test('C3 the card whose answer is not read yet says so, and no other card does', async () => {
  const fake = clinicalRuntime()
  const rows = [{ ...cardOf('p1'), ofBefore: noon }, cardOf('p2')]
  fake.view('virtualWard').set(answered(rows))
  const { screen } = openClinical('/virtual-ward', { fake, permissions: clinician })
  const cards = await screen.findAllByRole('article')
  expect(cards.map((card) => /the answer to what was sent then/.test(card.textContent))).toEqual([
    true,
    false,
  ])
})

describe('the alerts dialog', () => {
  test('C222 P212 C375 lists open alerts in words, each with Resolve', async () => {
    const ward = await open([alertOf('a'), missed])
    await press(ward, /^Alert: Low/)
    const box = within(await dialog(ward))
    expect(box.getByText('Smith-p1, John, born 02-Mar-1944', { exact: false })).toBeTruthy()
    const items = within(box.getByRole('list', { name: 'Alerts' })).getAllByRole('listitem')
    expect(items).toHaveLength(2)
    expect(items[0]?.textContent).toContain('Low oxygen saturation Open')
    expect(items[0]?.textContent).toContain('SpO2 at most 90%. Oxygen may be needed.')
    expect(items[1]?.textContent).toContain(
      'Daily observation was due 05-Jan-2026 08:00. Accepted from 30 min before to 1 h after.',
    )
    expect(box.getAllByRole('button', { name: /^Resolve: / })).toHaveLength(2)
  })

  test('C223 C376 Resolve asks what was done; one press on the answer closes the triggers that were shown', async () => {
    const ward = await open([alertOf('a')])
    ward.run.mockResolvedValue({ kind: 'done', value: null })
    await press(ward, /^Alert: Low/)
    await press(ward, /^Resolve: Low/)
    const asked = within(
      await ward.screen.findByRole('alertdialog', { name: 'Resolve: what was done?' }),
    )
    expect(asked.getByText(/Low oxygen saturation, raised 2 times/)).toBeTruthy()
    expect(
      within(asked.getByRole('group', { name: 'Resolve: what was done?' }))
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Rang the patient',
      'Visited the patient',
      'Called 999',
      'False reading',
      'Plan changed',
      'Other',
    ])
    expect(ward.run).not.toHaveBeenCalled()
    fireEvent.click(asked.getByRole('button', { name: 'Keep it open' }))
    expect(ward.run).not.toHaveBeenCalled()
    await press(ward, /^Resolve: Low/)
    fireEvent.click(
      within(await ward.screen.findByRole('alertdialog')).getByRole('button', {
        name: 'Rang the patient',
      }),
    )
    await waitFor(() =>
      expect(ward.run).toHaveBeenCalledWith('setAlertStatus', {
        patientId: 'p1',
        alerts: [
          {
            id: 'a',
            status: 'closed',
            triggerIds: ['a-2', 'a-1'],
            outcome: 'rang',
            outcomeText: null,
          },
        ],
        alertNames: ['Low oxygen saturation'],
      }),
    )
    expect(await ward.screen.findByText('Resolved: Low oxygen saturation')).toBeTruthy()
  })

  test('what one check-up raised is acted on as one: a press acknowledges all that nobody holds, an answer resolves all', async () => {
    const checkup = { id: 'c1', endedAt: iso(noon) }
    const named = (id: string, name: string, over: Partial<Alert> = {}) => {
      const alert = alertOf(id, { checkup, ...over })
      return { ...alert, alertRule: alert.alertRule && { ...alert.alertRule, name } }
    }
    const held = { acknowledgedAt: ago(5), acknowledgedBy: nurse }
    const ward = await open([
      named('a', 'High early-warning score', { severity: 4 }),
      named('b', 'Low blood pressure'),
      named('c', 'Rising early-warning score', held),
      alertOf('d', { checkup: { id: 'c0', endedAt: iso(noon - 60 * minutes) } }),
    ])
    const { run } = ward
    run.mockResolvedValue({ kind: 'done', value: null })
    await press(ward, /^Alert: High/)
    const group = within(await dialog(ward)).getByRole('region', { name: /^The check-up of/ })
    expect(group.textContent).toContain(
      'raised 3 alerts: High early-warning score, Low blood pressure, Rising early-warning score.',
    )
    fireEvent.click(within(group).getByRole('button', { name: 'I’m dealing with all of it' }))
    await waitFor(() => expect(run).toHaveBeenCalledTimes(2))
    expect(run.mock.calls).toEqual([
      taken('a', 'High early-warning score'),
      taken('b', 'Low blood pressure'),
    ])
    fireEvent.click(await within(group).findByRole('button', { name: 'Resolve all of it' }))
    const asked = await ward.screen.findByRole('alertdialog')
    expect(asked.textContent).toContain('Low blood pressure, raised 2 times.')
    fireEvent.click(within(asked).getByRole('button', { name: /^Visited/ }))
    await waitFor(() => expect(run).toHaveBeenCalledTimes(3))
    expect(run.mock.calls[2]?.[1]).toMatchObject({
      patientId: 'p1',
      alerts: [
        { id: 'a', outcome: 'visited' },
        { id: 'b', outcome: 'visited' },
        { id: 'c', outcome: 'visited' },
      ],
      alertNames: ['High early-warning score', 'Low blood pressure', 'Rising early-warning score'],
    })
    expect(
      await ward.screen.findByText(
        'Resolved: High early-warning score, Low blood pressure, Rising early-warning score',
      ),
    ).toBeTruthy()
  })

  test('all of it is asked for, whatever became of the one before; a colleague’s resolve needs nobody, another refusal is said', async () => {
    const checkup = { id: 'c1', endedAt: iso(noon) }
    const two = [alertOf('a', { checkup, severity: 4 }), alertOf('b', { checkup })]
    const three = [...two, alertOf('c', { checkup })]
    const pressAll = async (ward: Awaited<ReturnType<typeof open>>) => {
      fireEvent.click(
        (await ward.screen.findAllByRole('button', { name: /^Alert:/ }))[0] as HTMLElement,
      )
      fireEvent.click(
        await ward.screen.findByRole('button', { name: 'I’m dealing with all of it' }),
      )
      await waitFor(() => expect(ward.run).toHaveBeenCalledTimes(3))
    }
    const resolved = problem('conflict', 'The alert was resolved meanwhile')
    const ward = await open(three)
    ward.run.mockResolvedValue({ kind: 'done', value: null })
    ward.run.mockResolvedValueOnce({ kind: 'done', value: null })
    ward.run.mockResolvedValueOnce({ kind: 'refused', problem: resolved })
    await pressAll(ward)
    expect(ward.screen.queryByRole('alert')).toBeNull()
    cleanup()

    const failing = await open(three)
    failing.run.mockResolvedValue({ kind: 'done', value: null })
    failing.run.mockResolvedValueOnce({
      kind: 'refused',
      problem: problem('network', 'The network request failed'),
    })
    await pressAll(failing)
    const failed = (await failing.screen.findByRole('alert')).textContent
    expect(failed).toContain('Saved for 2 of 3 alerts.')
    expect(failed).not.toContain('Not saved.')
    cleanup()

    const away = await open(two, { offline: true })
    fireEvent.click(
      (await away.screen.findAllByRole('button', { name: /^Alert:/ }))[0] as HTMLElement,
    )
    const press1 = await away.screen.findByRole('button', { name: 'I’m dealing with all of it' })
    expect(press1.hasAttribute('disabled')).toBe(false)
    cleanup()

    const alone = await open([alertOf('a', { checkup })])
    await press(alone, /^Alert: .*raised/)
    await dialog(alone)
    expect(alone.screen.queryByRole('button', { name: /all of it/ })).toBeNull()
  })

  test('another outcome is told in words before it resolves', async () => {
    const ward = await open([alertOf('a')])
    ward.run.mockResolvedValue({ kind: 'done', value: null })
    await press(ward, /^Alert: Low/)
    await press(ward, /^Resolve: Low/)
    const asked = within(await ward.screen.findByRole('alertdialog'))
    expect(asked.queryByRole('textbox')).toBeNull()
    fireEvent.click(asked.getByRole('button', { name: 'Other' }))
    const field = asked.getByRole('textbox', { name: 'What was done' })
    const resolve = asked.getByRole('button', { name: 'Resolve' })
    fireEvent.change(field, { target: { value: '  ' } })
    fireEvent.click(resolve)
    expect(asked.getByText('Enter what was done')).toBeTruthy()
    expect(ward.run).not.toHaveBeenCalled()
    fireEvent.change(field, { target: { value: ' Daughter drives her in ' } })
    fireEvent.click(resolve)
    await waitFor(() =>
      expect(ward.run).toHaveBeenCalledWith(
        'setAlertStatus',
        expect.objectContaining({
          alerts: [
            expect.objectContaining({ outcome: 'other', outcomeText: 'Daughter drives her in' }),
          ],
        }),
      ),
    )
  })

  test('what still waits is not called resolved, whether or not the connection seems to be there', async () => {
    const ward = await open([alertOf('a')])
    const outbox = ward.runtime.outbox as unknown as { set: (items: readonly object[]) => void }
    outbox.set([{ id: 'new' }])
    await press(ward, /^Alert: Low/)
    await press(ward, /^Resolve: Low/)
    fireEvent.click(
      within(await ward.screen.findByRole('alertdialog')).getByRole('button', {
        name: 'Rang the patient',
      }),
    )
    expect(
      await ward.screen.findByText(/^Will be resolved when it is sent: Low/, undefined, {
        timeout: 4_000,
      }),
    ).toBeTruthy()
    expect(ward.screen.queryByText('Resolved: Low oxygen saturation')).toBeNull()
  })

  test('what leaves the list of waiting work in time is called resolved', async () => {
    const ward = await open([alertOf('a')])
    const outbox = ward.runtime.outbox as unknown as { set: (items: readonly object[]) => void }
    outbox.set([{ id: 'new' }])
    await press(ward, /^Alert: Low/)
    await press(ward, /^Resolve: Low/)
    fireEvent.click(
      within(await ward.screen.findByRole('alertdialog')).getByRole('button', {
        name: 'Rang the patient',
      }),
    )
    await waitFor(() => expect(ward.run).toHaveBeenCalled())
    outbox.set([])
    expect(await ward.screen.findByText('Resolved: Low oxygen saturation')).toBeTruthy()
  })

  test('C224 those resolved in the last three hours are in a section that opens and closes, with what was done', async () => {
    const closed = (id: string, hours: number, over: Partial<Alert> = {}) =>
      alertOf(id, {
        status: 'closed',
        triggers: [],
        closedAt: ago(hours * 60),
        closedBy: nurse,
        outcome: 'visited',
        ...over,
      })
    const ward = await open([alertOf('a')], {
      closed: [closed('c', 1), closed('d', 4), closed('e', 1, { type: 'PacsanaEvent' })],
    })
    await press(ward, /^Alert: Low/)
    const section = await ward.screen.findByRole('button', {
      name: 'Resolved in the last 3 hours (1)',
    })
    expect([
      section.getAttribute('aria-expanded'),
      ward.screen.queryByText(/Resolved by Hannah Whitfield/)?.closest('[hidden]') !== null,
    ]).toEqual(['false', true])
    fireEvent.click(section)
    expect(
      ward.screen
        .getByText(/Resolved by Hannah Whitfield, 1 h ago: Visited the patient/)
        .closest('[hidden]'),
    ).toBeNull()
  })

  test('C504 C505 each opening asks the server anew: nothing of its list is kept', async () => {
    const ward = await open([alertOf('a')])
    await press(ward, /^Alert: Low/)
    fireEvent.click(within(await dialog(ward)).getByRole('button', { name: 'Close' }))
    await press(ward, /^Alert: Low/)
    await dialog(ward)
    await waitFor(() =>
      expect(ward.ask.mock.calls.map(([name, input]) => [name, input])).toEqual([
        ['patientAlerts', { patientId: 'p1' }],
        ['patientAlerts', { patientId: 'p1' }],
      ]),
    )
    expect(
      resources.some((one) => one.entity === null && one.document.name === 'PatientAlerts'),
    ).toBe(false)
  })

  test('answers that take longer than the time between two questions are shown all the same', async () => {
    const ward = await open([alertOf('a')])
    await press(ward, /^Alert: Low/)
    await dialog(ward)
    await waitFor(() => expect(ward.ask).toHaveBeenCalled())
    const slowly = (alerts: readonly Alert[]) => async () => {
      await new Promise((resolve) => {
        setTimeout(resolve, 2_600)
      })
      return { kind: 'done', value: { alerts, callings: [], asOf: noon } }
    }
    ward.ask.mockImplementation(
      slowly([
        alertOf('a', {
          status: 'closed',
          triggers: [],
          closedAt: iso(Date.now()),
          closedBy: nurse,
        }),
      ]),
    )
    // Its first answer is from before the command reached the server.
    ward.ask.mockImplementationOnce(slowly([alertOf('a')]))
    await act(async () => ward.view('virtualWard').set(answered([cardOf('p1', { alerts: [] })])))
    await press(ward, /^Resolved in the last 3 hours/)
    expect(await ward.screen.findByText(/^All alerts resolved/)).toBeTruthy()
  })

  test('Resolve does not call resolved what stays open: what came since, and more than are listed one by one', async () => {
    const many = Array.from({ length: 500 }, (_, index) => ({
      id: `a-${index}`,
      startedAt: iso(noon),
    }))
    for (const [seen, since, words] of [
      [
        alertOf('a'),
        alertOf('a', {
          count: 3,
          triggers: [{ id: 'a-3', startedAt: iso(noon) }, ...alertOf('a').triggers],
        }),
        'Low oxygen saturation is still open: those shown are resolved, 1 more is not.',
      ],
      [
        alertOf('a', { count: 520, triggers: many }),
        null,
        'Low oxygen saturation is still open: those shown are resolved, 20 more are not.',
      ],
    ] as const) {
      const ward = await open([seen])
      ward.run.mockResolvedValue({ kind: 'done', value: null })
      await press(ward, /^Alert: Low/)
      await press(ward, /^Resolve: Low/)
      const confirm = await ward.screen.findByRole('alertdialog')
      if (since !== null)
        await act(async () =>
          ward.view('virtualWard').set(answered([cardOf('p1', { alerts: [since] })])),
        )
      fireEvent.click(within(confirm).getByRole('button', { name: 'Rang the patient' }))
      expect(await ward.screen.findByText(words)).toBeTruthy()
      cleanup()
    }
  })

  test('it stays when its patient leaves the page, and follows what this device has of them', async () => {
    const ward = await open([alertOf('a')])
    await press(ward, /^Alert: Low/)
    await dialog(ward)
    ward.ask.mockImplementation(async () => ({
      kind: 'done',
      value: { alerts: [], callings: [], asOf: Date.parse('2026-01-05T14:32:00Z') },
    }))
    ward.view('patientOnBoard').set(answered([cardOf('p1', { alerts: [] })]))
    await press(ward, /^Resolve: Low/)
    fireEvent.click(
      within(await ward.screen.findByRole('alertdialog')).getByRole('button', {
        name: 'Rang the patient',
      }),
    )
    await act(async () => ward.view('virtualWard').set(answered([cardOf('p2')])))
    expect(ward.screen.queryByText(/Smith-p1/, { selector: 'h3 *' })).toBeNull()
    expect(await ward.screen.findByText(/^All alerts resolved/)).toBeTruthy()
  })

  test('C225 with none open it shows "All alerts resolved", and as of when', async () => {
    const ward = await open([alertOf('a')])
    await press(ward, /^Alert: Low/)
    await dialog(ward)
    // The server's first answer is from before the command reached it.
    ward.ask
      .mockImplementationOnce(async () => ({
        kind: 'done',
        value: { alerts: [alertOf('a')], callings: [], asOf: noon },
      }))
      .mockImplementation(async () => ({
        kind: 'done',
        value: { alerts: [], callings: [], asOf: Date.parse('2026-01-05T14:32:00Z') },
      }))
    await press(ward, /^Resolve: Low/)
    fireEvent.click(
      within(await ward.screen.findByRole('alertdialog')).getByRole('button', {
        name: 'Rang the patient',
      }),
    )
    ward.view('virtualWard').set(answered([cardOf('p1', { alerts: [] })]))
    expect(await ward.screen.findByText('All alerts resolved')).toBeTruthy()
    expect(ward.screen.getByText('As of 05-Jan-2026 14:32')).toBeTruthy()
  })

  test('of a patient who had no alert it says so, not that all are resolved', async () => {
    const ward = await open([])
    await press(ward, /^Show more of /)
    await press(ward, /^No open alerts/)
    const box = within(await dialog(ward))
    expect(await box.findByText('No alerts')).toBeTruthy()
    expect(box.queryByText('All alerts resolved')).toBeNull()
  })

  test('C222 C224 C225 of a patient with none open the dialog opens from the open card, and tells those resolved of late', async () => {
    const ward = await open([], {
      closed: [
        alertOf('c', { status: 'closed', triggers: [], closedAt: ago(60), closedBy: nurse }),
      ],
    })
    expect(ward.screen.queryByRole('button', { name: 'No open alerts. Show alerts' })).toBeNull()
    await press(ward, /^Show more of /)
    await press(ward, /^No open alerts/)
    const box = within(await dialog(ward))
    expect(await box.findByText('All alerts resolved')).toBeTruthy()
    expect(
      await box.findByRole('button', { name: 'Resolved in the last 3 hours (1)' }),
    ).toBeTruthy()
  })

  test('C599 a failure to load is said, what this device has stays, and Retry asks again', async () => {
    const ward = await open([alertOf('a')], { failing: true })
    await press(ward, /^Alert: Low/)
    const box = within(await dialog(ward))
    expect(await box.findByText('An error occurred while loading alerts')).toBeTruthy()
    expect(box.getAllByRole('button', { name: /^Resolve: / })).toHaveLength(1)
    expect(box.queryByText(/All alerts resolved/)).toBeNull()
    ward.ask.mockImplementation(async () => ({
      kind: 'done',
      value: { alerts: [alertOf('a')], callings: [], asOf: noon },
    }))
    fireEvent.click(box.getByRole('button', { name: 'Retry' }))
    expect(
      await box.findByRole('button', { name: 'Resolved in the last 3 hours (0)' }),
    ).toBeTruthy()
  })

  test('offline nothing unknown is claimed; that one deals with it and Resolve wait, the rest needs a connection', async () => {
    const ward = await open([alertOf('a')], { offline: true })
    await press(ward, /^Alert: Low/)
    const box = within(await dialog(ward))
    expect(ward.ask).not.toHaveBeenCalled()
    expect(
      box.getByText(/That you are dealing with an alert, or have resolved it, is saved/),
    ).toBeTruthy()
    expect((box.getByRole('button', { name: /^Snooze/ }) as HTMLButtonElement).disabled).toBe(true)
    ward.run.mockResolvedValueOnce({ kind: 'saved', id: 'k' })
    fireEvent.click(box.getByRole('button', { name: /^I’m dealing with this/ }))
    await waitFor(() => expect(ward.run.mock.calls).toEqual([taken('a')]))
    await press(ward, /^Resolve: Low/)
    fireEvent.click(
      within(await ward.screen.findByRole('alertdialog')).getByRole('button', {
        name: 'Rang the patient',
      }),
    )
    expect(
      await ward.screen.findByText(/Will be resolved when you reconnect: Low oxygen saturation/),
    ).toBeTruthy()
    ward.view('virtualWard').set(answered([cardOf('p1', { alerts: [] })]))
    expect(await ward.screen.findByText('No open alert is saved on this device.')).toBeTruthy()
    expect(ward.screen.queryByText(/All alerts resolved/)).toBeNull()
  })

  test('C1 an unsent resolve stays an open alert on card and in the dialog, and says that it is not sent', async () => {
    const { alerts } = layResolved(
      { alerts: [alertOf('a')] },
      [{ id: 'a', triggerIds: ['a-1', 'a-2'] }],
      { state: 'waiting', commandId: 'k' },
    )
    const ward = await open(alerts, { offline: true })
    expect(ward.screen.getByText('1 open alert')).toBeTruthy()
    expect(ward.screen.getByText('Resolving Low oxygen saturation, not sent yet')).toBeTruthy()
    expect(ward.screen.getByRole('listitem').getAttribute('data-status')).toBe('warning')
    await press(
      ward,
      /^Alert: Low oxygen saturation, raised 2 times, Resolving, not sent yet. Show alerts$/,
    )
    const box = within(await dialog(ward))
    expect(box.getByText('Resolving, not sent yet')).toBeTruthy()
    expect(box.getByText(/Others see it as open/)).toBeTruthy()
    expect(box.queryByRole('button', { name: /^Resolve: Low/ })).toBeNull()
  })

  test('an unsent acknowledgement leaves the alert to others on card and in the dialog, and says that it is not sent', async () => {
    const { alerts } = layTakingOn(
      { alerts: [alertOf('a')] },
      { id: 'a', by: nurse, at: ago(1) },
      { state: 'waiting', commandId: 'k' },
    )
    const ward = await open(alerts, { offline: true })
    expect(
      ward.screen.getByText('You are dealing with this: Low oxygen saturation, not sent yet'),
    ).toBeTruthy()
    await press(ward, /^Alert: Low .*You are dealing with this, not sent yet/)
    const box = within(await dialog(ward))
    expect(box.getByText('You are dealing with this, not sent yet')).toBeTruthy()
    expect(box.getByText(/Others see it as open/)).toBeTruthy()
    expect(box.queryByText(/Hannah Whitfield is dealing with this/)).toBeNull()
    expect(
      (box.getByRole('button', { name: /^I’m dealing with this/ }) as HTMLButtonElement).disabled,
    ).toBe(true)
  })

  test('C1 a trigger that came after an unsent resolve is told, and can be resolved', async () => {
    const { alerts } = layResolved({ alerts: [alertOf('a')] }, [{ id: 'a', triggerIds: ['a-1'] }], {
      state: 'waiting',
      commandId: 'k',
    })
    const ward = await open(alerts)
    await press(ward, /Resolving all but 1 newer, not sent yet/)
    const box = within(await dialog(ward))
    expect(box.getByRole('button', { name: /^Resolve: Low/ })).toBeTruthy()
  })

  test('C1 a refused resolve says so on the alert, which is open, and leads to the decision', async () => {
    const { alerts } = layResolved(
      { alerts: [alertOf('a')] },
      [{ id: 'a', triggerIds: ['a-1', 'a-2'] }],
      { state: 'refused', commandId: 'k' },
    )
    const ward = await open(alerts)
    await press(ward, /Resolving, not accepted/)
    const box = within(await dialog(ward))
    expect(box.getByRole('link', { name: /Not accepted|not accepted/ }).getAttribute('href')).toBe(
      '/sync#k',
    )
    expect(box.getByRole('button', { name: /^Resolve: Low/ })).toBeTruthy()
  })

  test('somebody is on it, it is snoozed, or it escalated: each said with who and when', async () => {
    const ward = await open([
      alertOf('a', {
        acknowledgedAt: ago(10),
        acknowledgedBy: nurse,
        snoozedUntil: iso(Date.now() + 20 * minutes),
        snoozedBy: nurse,
        escalatedAt: ago(30),
      }),
    ])
    await press(ward, /^Alert: Low/)
    const box = within(await dialog(ward))
    expect(box.getByText(/Hannah Whitfield is dealing with this, 10 min ago/)).toBeTruthy()
    expect(
      box.getByText(/Snoozed until .* by Hannah Whitfield\. It still counts as open\./),
    ).toBeTruthy()
    expect(box.getByText(/Escalated 30 min ago: not acknowledged in time/)).toBeTruthy()
    ward.run.mockResolvedValue({ kind: 'done', value: null })
    fireEvent.click(box.getByRole('button', { name: 'Hand back' }))
    await waitFor(() =>
      expect(ward.run).toHaveBeenCalledWith('acknowledgeAlert', {
        patientId: 'p1',
        id: 'a',
        isAcknowledged: false,
        alertNames: ['Low oxygen saturation'],
        seenAt,
      }),
    )
    fireEvent.click(box.getByRole('button', { name: 'End snooze' }))
    await waitFor(() =>
      expect(ward.run).toHaveBeenCalledWith('snoozeAlert', { id: 'a', minutes: 0, seenAt }),
    )
  })

  test('each snooze time is a button; they are shown until one of them, or Snooze again, is pressed', async () => {
    const ward = await open([alertOf('a')])
    await press(ward, /^Alert: Low/)
    const box = within(await dialog(ward))
    const snooze = box.getByRole('button', { name: /^Snooze: Low/ })
    fireEvent.click(snooze)
    const choices = within(box.getByRole('group', { name: /^Snooze: Low/ }))
    expect(choices.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      '15 minutes',
      '30 minutes',
      '1 hour',
      '2 hours',
    ])
    fireEvent.click(snooze)
    expect(box.queryByRole('button', { name: '1 hour' })).toBeNull()
    fireEvent.click(snooze)
    fireEvent.click(box.getByRole('button', { name: '1 hour' }))
    await waitFor(() =>
      expect(ward.run).toHaveBeenCalledWith('snoozeAlert', { id: 'a', minutes: 60, seenAt }),
    )
    expect(box.queryByRole('button', { name: '1 hour' })).toBeNull()
  })

  test('a snooze is offered no longer than the severity allows', async () => {
    const ward = await open([alertOf('a', { severity: 4 })])
    await press(ward, /^Alert: Low/)
    const box = within(await dialog(ward))
    fireEvent.click(box.getByRole('button', { name: /^Snooze: Low/ }))
    const choices = within(box.getByRole('group', { name: /^Snooze: Low/ }))
    expect(choices.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      '15 minutes',
      '30 minutes',
      '1 hour',
    ])
  })

  test('until when somebody deals with it is told, and why nobody does any longer', async () => {
    const until = iso(Date.now() + 50 * minutes)
    const ward = await open([
      alertOf('a', {
        acknowledgedAt: ago(10),
        acknowledgedBy: nurse,
        acknowledgedUntil: until,
      }),
      alertOf('b', { endedHold: { by: nurse, at: ago(3), reason: 'worse' } }),
    ])
    const chips = await ward.screen.findAllByRole('button', { name: /^Alert: Low/ })
    expect(chips.map((chip) => chip.getAttribute('aria-label'))).toContain(
      'Alert: Low oxygen saturation, raised 2 times, no longer held by Hannah Whitfield. Show alerts',
    )
    await press(ward, /no longer held/)
    const text = (await dialog(ward)).textContent
    expect(text).toContain(
      `Hannah Whitfield is dealing with this, 10 min ago, until ${formatMoment(Date.parse(until), Date.now(), 'en-GB')}`,
    )
    expect(text).toContain('The patient got worse since Hannah Whitfield answered this, 3 min ago')
    expect(ward.screen.queryByText(/You no longer hold/)).toBeNull()
  })

  test('whoever held an alert is asked first: the board names it, and a press opens it', async () => {
    const me = { id: meOf().id, firstName: 'Amara', lastName: 'Nwosu' }
    const ward = await open([alertOf('a', { endedHold: { by: me, at: ago(3), reason: 'time' } })])
    expect(await ward.screen.findByText(/You no longer hold this alert:/)).toBeTruthy()
    await press(ward, /smith-p1.*Low oxygen saturation \(time is up\)/i)
    expect((await dialog(ward)).textContent).toContain('Low oxygen saturation')
  })

  test('the focus is not lost with the choice that was pressed: it comes back to Snooze when that is done', async () => {
    const ward = await open([alertOf('a')])
    await press(ward, /^Alert: Low/)
    const box = within(await dialog(ward))
    const snooze = box.getByRole('button', { name: /^Snooze: Low/ })
    fireEvent.click(snooze)
    const choice = box.getByRole('button', { name: '1 hour' })
    choice.focus()
    fireEvent.click(choice)
    await waitFor(() => expect(document.activeElement).toBe(snooze))
  })

  test('a user who may not resolve can read, and is told so', async () => {
    const ward = await open([alertOf('a')], { permissions: { permissions: ['view_patients'] } })
    await press(ward, /^Alert: Low/)
    const box = within(await dialog(ward))
    expect(box.getByRole('button', { name: /^I’m dealing with this/ })).toBeTruthy()
    expect(box.getByText(/^You cannot resolve alerts/)).toBeTruthy()
    expect(box.queryByRole('button', { name: /Resolve:|Snooze/ })).toBeNull()
  })

  test('a refusal is said with its reason, and the alert stays', async () => {
    const ward = await open([alertOf('a')])
    ward.run.mockImplementation(async () => ({
      kind: 'refused',
      problem: problem('conflict', 'The alert was resolved meanwhile'),
    }))
    await press(ward, /^Alert: Low/)
    await press(ward, /^I’m dealing with this/)
    expect((await ward.screen.findByRole('alert')).textContent).toContain(
      'Not saved. The alert was resolved meanwhile',
    )
  })
})

describe('a rule in words', () => {
  test('is told in the edition’s units', () => {
    const weight = { kind: 'trend', of: 'weight', change: 'rise', by: 2, withinHours: 72 } as const
    const fever = { kind: 'threshold', parameter: 'temperature', is: 'atLeast', value: 38 } as const
    const warming = {
      kind: 'trend',
      of: 'temperature',
      change: 'rise',
      by: 1,
      withinHours: 1,
    } as const
    expect([weight, fever, warming].map((one) => conditionWords(one, 'en-GB'))).toEqual([
      'Weight risen by 2.00 kg or more within 72 hours',
      'Temperature at least 38.0 °C',
      'Temperature risen by 1.0 °C or more within 1 hour',
    ])
    expect([weight, fever, warming].map((one) => conditionWords(one, 'en-US'))).toEqual([
      'Weight risen by 4.41 lb or more within 72 hours',
      'Temperature at least 100.4 °F',
      'Temperature risen by 1.8 °F or more within 1 hour',
    ])
    expect(conditionWords({ kind: 'totalScore', atLeast: 7 }, 'en-GB')).toBe(
      'Total score 7 or more',
    )
    expect(conditionWords({ kind: 'singleScore', atLeast: 3 }, 'en-GB')).toBe('A single score of 3')
    expect(conditionWords({ kind: 'singleScore', atLeast: 2, parameter: 'pulse' }, 'en-GB')).toBe(
      'A score of 2 or more for pulse',
    )
  })
})

describe('all open alerts of the ward', () => {
  const openList = async (
    rows: readonly ReturnType<typeof cardOf>[] | null,
    {
      offline = false,
      permissions = clinician as { permissions: readonly string[] },
      heldFrom = -Infinity as number | null,
      edition = 'en-GB' as 'en-GB' | 'en-US',
    } = {},
  ) => {
    const fake = clinicalRuntime()
    if (rows !== null)
      fake.view('virtualWard').set(answered([...rows], { asOf: Date.parse(ago(3)), heldFrom }))
    if (offline) {
      fake.failing.set('virtualWard', problem('network', 'The network request failed'))
      fake.connection.set({ state: 'offline', lastContactAt: null, waiting: 0, refused: 0 })
    }
    const opened = openClinical('/virtual-ward?display=alerts', {
      fake,
      permissions: permissions as typeof clinician,
      edition,
    })
    return { ...opened, fake }
  }
  const grave = alertOf('g', { severity: 4, startedAt: ago(10) })
  const oldest = alertOf('o', { severity: 3, startedAt: ago(90) })
  const newer = alertOf('n', {
    severity: 3,
    startedAt: ago(20),
    acknowledgedAt: ago(5),
    acknowledgedBy: nurse,
    escalatedAt: ago(8),
  })
  const asleep = alertOf('s', {
    severity: 1,
    snoozedUntil: new Date(Date.now() + 20 * minutes).toISOString(),
    snoozedBy: nurse,
  })
  const ward = () => [
    cardOf('p1', { lastName: 'Adams', alerts: [newer, asleep] }),
    cardOf('p2', { lastName: 'Brook', alerts: [oldest, pacsana] }),
    cardOf('p3', { lastName: 'Cole', alerts: [grave] }),
    cardOf('p4', { lastName: 'Dunn', alerts: [] }),
  ]
  const told = (list: HTMLElement) =>
    within(list)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent ?? '')

  test('are a row a patient, the gravest of each with its others beneath, each with whose it is and who does what', async () => {
    const { screen } = await openList(ward())
    const rows = told(await screen.findByRole('table', { name: 'Open alerts' }))
    expect(rows.map((row) => /[A-Z]{4,}/.exec(row)?.[0])).toEqual(['COLE', 'BROOK', 'ADAMS'])
    expect(rows[0]).toMatch(/High.*Low oxygen saturation.*Nobody is dealing with it\./)
    expect(rows[2]).toMatch(
      /Medium.*Low.*snoozed(?!, nobody).*Escalated \d+ min ago.*Hannah Whitfield is dealing with this/,
    )
  })

  test('of a snoozed one it is said until when and by whom, not that nobody deals with it: the order counts it as held', async () => {
    const { screen } = await openList([cardOf('p1', { alerts: [asleep] })])
    const [row] = told(await screen.findByRole('table', { name: 'Open alerts' }))
    expect(row).toMatch(/Snoozed until .* by Hannah Whitfield/)
    expect(row).not.toMatch(/nobody/i)
  })

  test('P336 a patient with a similar name says so in words', async () => {
    const alike = cardOf('p1', { alerts: [asleep], numSimilarNames: 1 })
    const { screen } = await openList([alike])
    const [row] = told(await screen.findByRole('table', { name: 'Open alerts' }))
    expect(row).toContain('Similar name')
  })

  test('how grave each is has the colour of its band, and a word', async () => {
    const { screen } = await openList(ward())
    const list = await screen.findByRole('table', { name: 'Open alerts' })
    expect(
      [...list.querySelectorAll('[data-severity]')].map((one) => [
        one.getAttribute('data-severity'),
        one.textContent,
      ]),
    ).toEqual([
      ['4', 'High'],
      ['3', 'Medium'],
      ['3', 'Medium'],
      ['1', 'Low'],
    ])
  })

  const measuredCard = (
    id: string,
    measured: Alert['measured'],
    readings: Partial<NonNullable<ReturnType<typeof cardOf>['latestCheckup']>>,
  ) => {
    const checkup = { id: 'before', endedAt: ago(60) }
    const card = cardOf(id)
    if (card.latestCheckup === null) throw new Error('There is a check-up.')
    return {
      ...card,
      latestCheckup: { ...card.latestCheckup, endedAt: ago(12), ...readings },
      alerts: [alertOf('a', { checkup, latestAt: ago(60), measured })],
    }
  }
  const reading = (value: number) => ({ value, source: 'manual' as const })

  test('the value that raised one stands beside the value of now with its age, as the card shows it', async () => {
    const { screen } = await openList([
      measuredCard('p1', [{ of: 'respiratoryRate', value: 24.4 }], {
        respiratoryRate: reading(20.4),
      }),
    ])
    const [row] = told(await screen.findByRole('table', { name: 'Open alerts' }))
    // 20.4 scores as 21 does: shown as 20 it would contradict its score.
    expect(row).toMatch(/RR 24\.4\/min at .*→ now 20\.4\/min, 12 min ago/)
    expect(screen.getByRole('link', { name: /^RR 24\.4\/min at / }).getAttribute('href')).toBe(
      '/patient/p1/checkup/before',
    )
    cleanup()

    const us = await openList(
      [
        measuredCard('p1', [{ of: 'temperature', value: 39.5 }], {
          temperature: { value: 38.2, device: null, isManual: true },
        }),
      ],
      { edition: 'en-US' },
    )
    const [warm] = told(await us.screen.findByRole('table', { name: 'Open alerts' }))
    expect(warm).toMatch(/Temp 103\.1 °F at .*→ now 100\.8 °F, 12 min ago/)
  })

  test('of several values each has its own, and what was not measured again says so', async () => {
    const { screen } = await openList([
      measuredCard(
        'p1',
        [
          { of: 'respiratoryRate', value: 26 },
          { of: 'consciousness', value: 'V' },
        ],
        { respiratoryRate: reading(18), consciousness: null },
      ),
    ])
    const [row] = told(await screen.findByRole('table', { name: 'Open alerts' }))
    expect(row).toMatch(
      /RR 26\/min, Responds to voice at .*→ now RR 18\/min, 12 min ago; Responds to voice: not in the check-up of \d\d:\d\d/,
    )
    cleanup()

    const stale = await openList([
      measuredCard('p1', [{ of: 'respiratoryRate', value: 26 }], {
        respiratoryRate: reading(26),
        endedAt: ago(60),
      }),
    ])
    const [same] = told(await stale.screen.findByRole('table', { name: 'Open alerts' }))
    expect(same).toMatch(/RR 26\/min at .*→ now no newer value/)
  })

  test('a press in the row says that one deals with all that nobody acknowledged; what was not saved is counted', async () => {
    const three = [
      alertOf('a', { severity: 4 }),
      alertOf('b'),
      alertOf('c', { acknowledgedAt: ago(5), acknowledgedBy: nurse }),
      alertOf('d', { severity: 1 }),
    ]
    const { screen, run } = await openList([cardOf('p1', { lastName: 'Adams', alerts: three })])
    run.mockResolvedValue({ kind: 'done', value: null })
    run.mockResolvedValueOnce({ kind: 'done', value: null })
    run.mockResolvedValueOnce({
      kind: 'refused',
      problem: problem('network', 'The network request failed'),
    })
    const name = /^I’m dealing with all 3: Low oxygen saturation.*ADAMS/i
    fireEvent.click(await screen.findByRole('button', { name }))
    await waitFor(() => expect(run).toHaveBeenCalledTimes(3))
    expect(run.mock.calls).toEqual([taken('a'), taken('b'), taken('d')])
    const failed = (await screen.findByRole('alert')).textContent
    expect(failed).toMatch(/^Saved for 2 of 3 alerts\. /)
    expect(failed).not.toContain('Not saved.')
    cleanup()

    const held = await openList([
      cardOf('p1', { alerts: [alertOf('c', { acknowledgedAt: ago(5), acknowledgedBy: nurse })] }),
    ])
    await held.screen.findByRole('table', { name: 'Open alerts' })
    expect(held.screen.queryByRole('button', { name: /^I’m dealing/ })).toBeNull()
    cleanup()

    const away = await openList(ward(), { offline: true })
    const [button] = await away.screen.findAllByRole('button', { name: /^I’m dealing with this/ })
    expect(button?.hasAttribute('disabled')).toBe(false)
    expect(
      away.screen.getByText(/^You are offline\. That you are dealing with an alert/),
    ).toBeTruthy()
  })

  test('whoever only reads sees who does what, and no press', async () => {
    const row = () => <AlertHandling patient={cardOf('p1')} alerts={[grave]} called="ADAMS" />
    const rooms = [
      { routes: [{ access: { path: '/row' }, load: async () => row }] },
    ] as unknown as NonNullable<Parameters<typeof openClinical>[1]>['rooms']
    const reading = openClinical('/row', { rooms: rooms ?? [], onlyReads: true })
    expect(await reading.screen.findByText('Nobody is dealing with it.')).toBeTruthy()
    expect(reading.screen.queryByRole('button', { name: /^I’m dealing/ })).toBeNull()
    cleanup()
    const acting = openClinical('/row', { rooms: rooms ?? [], permissions: clinician })
    expect(await acting.screen.findByRole('button', { name: /^I’m dealing/ })).toBeTruthy()
  })

  test('those of the sickest patient come before graver ones of a calm patient', async () => {
    const calm = cardOf('p1', { lastName: 'Adams', alerts: [alertOf('late', { severity: 2 })] })
    const sick = cardOf('p2', { lastName: 'Brook', alerts: [alertOf('low', { severity: 1 })] })
    const scores = sick.latestCheckup?.ewsScores
    if (scores == null || sick.latestCheckup === null) throw new Error('There is a score.')
    const nine = { ...scores, RRScore: 3, SpO2Score: 3, HRScore: 3, totalScore: 9, riskLevel: 4 }
    const { screen } = await openList([
      calm,
      { ...sick, latestCheckup: { ...sick.latestCheckup, ewsScores: nine } },
    ])
    const rows = told(await screen.findByRole('table', { name: 'Open alerts' }))
    expect(rows.map((row) => /[A-Z]{4,}/.exec(row)?.[0])).toEqual(['BROOK', 'ADAMS'])
  })

  test('one of them opens the dialog of its patient', async () => {
    const { screen } = await openList(ward())
    const list = await screen.findByRole('table', { name: 'Open alerts' })
    const [first] = within(list).getAllByRole('button', { name: 'Low oxygen saturation' })
    if (first === undefined) throw new Error('There is an alert.')
    fireEvent.click(first)
    expect((await screen.findByRole('dialog', { name: 'Alerts' })).textContent).toContain('COLE')
  })

  test('the check-up that raised one is told with its score and leads there', async () => {
    const card = cardOf('p1')
    const checkup = { id: card.latestCheckup?.id ?? '', endedAt: ago(20) }
    const { screen } = await openList([{ ...card, alerts: [alertOf('a', { checkup })] }])
    const link = await screen.findByRole('link', { name: /^Score 0 at / })
    expect(link.getAttribute('href')).toBe(`/patient/p1/checkup/${checkup.id}`)
  })

  test('offline they are those that this device has, with their age', async () => {
    const { screen } = await openList(ward(), { offline: true })
    const list = await screen.findByRole('table', { name: 'Open alerts' })
    expect(told(list)).toHaveLength(3)
    expect(document.body.textContent).toContain('3 min ago')
  })

  test('none is said with who was looked at, and nothing before it is known', async () => {
    const { screen } = await openList([cardOf('p4', { alerts: [] })])
    expect(await screen.findByRole('heading', { name: 'No open alerts' })).toBeTruthy()
    cleanup()
    await openList(null)
    expect(screen.queryByRole('heading', { name: 'No open alerts' })).toBeNull()
    cleanup()
    await openList([], { heldFrom: null })
    await screen.findByRole('heading', { level: 1, name: 'Open alerts' })
    expect(screen.queryByRole('heading', { name: 'No open alerts' })).toBeNull()
  })

  test('of a roster that is not wholly on the device no open alerts is not said, and those of some are not all', async () => {
    const { screen, fake } = await openList(ward().slice(3), { offline: true, heldFrom: 0 })
    const missing = /^This device does not have all patients of your wards\. Some may be missing/
    expect(await screen.findByText(missing)).toBeTruthy()
    expect(screen.queryByText('No open alerts')).toBeNull()
    act(() => fake.view('virtualWard').set(answered(ward(), { heldFrom: 0 })))
    expect(await screen.findByRole('table')).toBeTruthy()
    expect(screen.getByText(missing)).toBeTruthy()
    act(() => fake.view('virtualWard').set(answered(ward().slice(3))))
    expect(await screen.findByText('No open alerts')).toBeTruthy()
    expect(screen.queryByText(missing)).toBeNull()
  })

  test('who may not see patients is told so', async () => {
    const { screen } = await openList(ward(), { permissions: { permissions: [] } })
    expect(await screen.findByRole('heading', { name: 'You cannot see this' })).toBeTruthy()
    expect(screen.queryByText('Low oxygen saturation')).toBeNull()
  })

  test('the board leads there', async () => {
    const { screen } = await open([grave])
    expect(screen.getByRole('link', { name: 'Open alerts' }).getAttribute('href')).toBe(
      '/virtual-ward?display=alerts',
    )
  })
})
