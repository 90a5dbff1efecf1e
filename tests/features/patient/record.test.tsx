// @vitest-environment jsdom
import { openAlert } from '../alerts'
import { act, cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { problem } from '../../../src/domain/problem'
import { Dialog } from '../../../src/ui/feedback'
import type { Room } from '../../../src/ui/room'
import {
  ago,
  answered,
  cardOf,
  checkupOf,
  checkupsOf,
  clinicalRuntime,
  openClinical,
  patientOf,
  screen,
  serverDown,
  within,
} from '../clinical-portal'

// Read before anything is waited for: a busy machine takes longer over it than a test may wait.
beforeAll(async () => {
  await Promise.all([
    import('../../../src/features/patient/PatientScreen'),
    import('../../../src/features/patient/vitals/VitalsTab'),
  ])
})
afterEach(cleanup)

const kept = () => {
  const fake = clinicalRuntime()
  fake.view('patientRecord').set(answered([patientOf()]))
  fake.view('patientCheckups').set(answered(checkupsOf(3)))
  fake.view('patientNotes').set(answered([]))
  return fake
}

describe('the record', () => {
  test('C013 C016 /patient/{id} opens the vitals tab under the banner, /patient/{id}/{tabName} the tab it names', async () => {
    openClinical('/patient/p1', { fake: kept() })
    expect(await screen.findByRole('heading', { level: 1, name: 'SMITH, John' })).toBeTruthy()
    expect((await screen.findByRole('tab', { name: 'Vitals' })).getAttribute('aria-selected')).toBe(
      'true',
    )
    expect(await screen.findByRole('heading', { level: 2, name: 'Patient Check-ups' })).toBeTruthy()
    cleanup()
    openClinical('/patient/p1/notes', { fake: kept() })
    expect((await screen.findByRole('tab', { name: 'Notes' })).getAttribute('aria-selected')).toBe(
      'true',
    )
    expect(await screen.findByRole('heading', { level: 2, name: 'Notes' })).toBeTruthy()
  })

  test('the tabs that work are in the order of the specification and are reached with the arrow keys', async () => {
    const { user, at } = openClinical('/patient/p1/vitals', { fake: kept() })
    const tabs = await screen.findAllByRole('tab')
    expect(tabs.map((tab) => tab.textContent)).toEqual(['Vitals', 'Notes'])
    tabs[0]?.focus()
    await user.keyboard('{ArrowRight}')
    expect(at()).toBe('/patient/p1/notes')
    expect(await screen.findByRole('heading', { level: 2, name: 'Notes' })).toBeTruthy()
  })

  test('C022 C023 an unknown tab leads to vitals and keeps the query string', async () => {
    const { at } = openClinical('/patient/p1/nothing?hideAppBar=true&a=b', { fake: kept() })
    await screen.findByRole('tab', { name: 'Vitals' })
    expect(at()).toBe('/patient/p1/vitals?hideAppBar=true&a=b')
  })

  const chatRoom: Room = {
    id: 'chat',
    routes: [],
    patientTabs: [
      {
        id: 'chat',
        order: 15,
        label: () => 'Chat',
        action: 'chat.use',
        offline: 'kept',
        load: async () => () => <p>Words of the chat</p>,
      },
    ],
    patientActions: [
      {
        id: 'call',
        order: 20,
        label: () => 'Call patient',
        action: 'video-call.start',
        load: async () => () => <p>Calling</p>,
      },
      {
        id: 'edit',
        order: 10,
        label: () => 'Edit patient',
        action: 'patient.edit',
        load: async () =>
          function EditDialog({ patient, onClose }) {
            return (
              <Dialog title={`Edit ${patient.lastName}`} onClose={onClose}>
                <input aria-label="Name" />
              </Dialog>
            )
          },
      },
    ],
  }
  const rooms = [chatRoom]

  test('another room adds a tab, in its place, for who may use it', async () => {
    const permissions = { permissions: ['view_patients'], features: ['patientChat'] } as const
    openClinical('/patient/p1/chat', { fake: kept(), rooms, permissions })
    expect(await screen.findByText('Words of the chat')).toBeTruthy()
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Vitals',
      'Chat',
      'Notes',
    ])
    cleanup()
    const without = openClinical('/patient/p1/chat', { fake: kept(), rooms })
    await screen.findByRole('tab', { name: 'Vitals' })
    expect(without.at()).toBe('/patient/p1/vitals')
    expect(screen.queryByRole('tab', { name: 'Chat' })).toBeNull()
  })

  test('another room adds an action for who may; its dialog is in the address, and Back closes it', async () => {
    const { user, at, router } = openClinical('/patient/p1/vitals', {
      fake: kept(),
      rooms,
      permissions: { permissions: ['view_patients', 'edit_patients'] },
    })
    await user.click(await screen.findByRole('button', { name: 'Actions' }))
    expect(screen.queryByRole('button', { name: 'Call patient' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Edit patient' }))
    expect(await screen.findByRole('dialog', { name: 'Edit Smith' })).toBeTruthy()
    expect(at()).toBe('/patient/p1/vitals?dialog=edit')
    await act(() => router.navigate(-1))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(at()).toBe('/patient/p1/vitals')
    cleanup()
    openClinical('/patient/p1/vitals?dialog=edit', { fake: kept(), rooms })
    await screen.findByRole('tab', { name: 'Vitals' })
    await user.click(screen.getByRole('button', { name: 'Actions' }))
    expect(screen.queryByRole('button', { name: 'Edit patient' })).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('the banner shows the current score with its age', async () => {
    const fake = kept()
    fake.view('patientRecord').set(
      answered([
        patientOf({
          latestCheckup: checkupOf('c9', { endedAt: ago(125) }),
        }),
      ]),
    )
    openClinical('/patient/p1', { fake })
    const score = await screen.findByRole('region', { name: 'Current score' })
    expect(within(score).getByRole('img', { name: /^Early-warning score 0/ })).toBeTruthy()
    expect(score.textContent).toContain('Check-up 2 h 5 min ago')
  })

  test('of a patient who is on no board a check-up that ended in the future is hatched, and its age is not shown', async () => {
    const fake = kept()
    fake
      .view('patientRecord')
      .set(answered([patientOf({ latestCheckup: checkupOf('c9', { endedAt: ago(-60) }) })]))
    openClinical('/patient/p1', { fake })
    const score = await screen.findByRole('region', { name: 'Current score' })
    const disc = within(score).getByRole('img')
    expect([disc.dataset['state'], disc.getAttribute('aria-label')]).toEqual([
      'stale',
      'Early-warning score 0, Out of date, Stale, time not plausible',
    ])
    expect(score.textContent).toContain('Check-up time not plausible')
  })

  test('C554 a record that cannot be loaded says so and can be asked for again', async () => {
    const fake = clinicalRuntime()
    fake.failing.set('patientRecord', serverDown)
    const { user } = openClinical('/patient/p1', { fake })
    expect(
      await screen.findByRole('heading', {
        name: 'An error occurred while loading patient details',
      }),
    ).toBeTruthy()
    const before = fake.refresh.mock.calls.length
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(fake.refresh.mock.calls.length).toBe(before + 1)
  })

  test('a patient that does not exist, or may no longer be seen, shows nothing that this device had kept', async () => {
    const fake = kept()
    fake.failing.set('patientRecord', problem('not-found', 'No such patient'))
    openClinical('/patient/p1', { fake })
    expect(await screen.findByRole('heading', { name: 'Patient not found' })).toBeTruthy()
    expect(screen.queryByText('SMITH, John')).toBeNull()
  })

  test('offline, a record that was never opened here says that it is not on this device', async () => {
    const fake = clinicalRuntime()
    fake.failing.set('patientRecord', problem('network', 'Nothing answered'))
    fake.connection.set({ state: 'offline', lastContactAt: null, waiting: 0, refused: 0 })
    openClinical('/patient/p1', { fake })
    expect(
      await screen.findByRole('heading', { name: 'This record is not on this device' }),
    ).toBeTruthy()
  })
})

describe('what the board knows of the patient, on the record', () => {
  test('where NEWS2 does not apply the banner says why there is no score', async () => {
    const fake = kept()
    fake
      .view('patientRecord')
      .set(
        answered([
          patientOf({ latestCheckup: checkupOf('c9', { ewsScores: null, notScored: 'under-16' }) }),
        ]),
      )
    openClinical('/patient/p1', { fake })
    const score = await screen.findByRole('region', { name: 'Current score' })
    expect(score.textContent).toContain('No score: NEWS2 is not for patients under 16')
  })

  const alert = openAlert('a', [ago(30)])
  const schedule = (name: string, rrule: string) => ({
    id: name,
    name,
    schedule: { rrule, tolerance: { early: 1800, late: 3600 } },
    timeZone: 'Europe/London',
    latestEndedAt: null,
  })
  const rights = { permissions: ['view_patients', 'set_alert_status'] } as const

  test('open alerts are chips, and their dialog resolves from here', async () => {
    const fake = kept()
    fake.view('patientOnBoard').set(answered([cardOf('p1', { alerts: [alert] })]))
    fake.run.mockResolvedValue({ kind: 'done', value: null })
    fake.ask.mockImplementation(async () => ({
      kind: 'done',
      value: { alerts: [alert], callings: [], asOf: Date.now() },
    }))
    const { user } = openClinical('/patient/p1', { fake, permissions: rights })
    await user.click(
      await screen.findByRole('button', {
        name: 'Alert: Low oxygen saturation, raised once. Show alerts',
      }),
    )
    await user.click(
      await within(await screen.findByRole('dialog', { name: 'Alerts' })).findByRole('button', {
        name: 'Resolve: Low oxygen saturation',
      }),
    )
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Plan changed' }),
    )
    expect(fake.run).toHaveBeenCalledWith('setAlertStatus', {
      patientId: 'p1',
      alerts: [
        {
          id: 'a',
          status: 'closed',
          triggerIds: ['a-1'],
          outcome: 'planChanged',
          outcomeText: null,
        },
      ],
      alertNames: ['Low oxygen saturation'],
    })
  })

  test('a patient who is on no board has no alerts there', async () => {
    openClinical('/patient/p1', { fake: kept(), permissions: rights })
    await screen.findByRole('tab', { name: 'Vitals' })
    expect(screen.queryByRole('button', { name: /^Alert:/ })).toBeNull()
  })

  test('a schedule that is not understood is said in words', async () => {
    const fake = kept()
    fake.view('patientOnBoard').set(
      answered([
        cardOf('p1', {
          schedules: [
            schedule('Four a day', 'FREQ=DAILY;BYHOUR=8,12'),
            schedule('Monthly weight', 'FREQ=MONTHLY'),
          ],
        }),
      ]),
    )
    openClinical('/patient/p1', { fake })
    expect(await screen.findByText('Schedule not understood', { exact: false })).toBeTruthy()
    expect(
      screen.getByText(
        /Monthly weight: the due time is not known, and a missed check-up raises no alert\./,
      ),
    ).toBeTruthy()
    expect(screen.queryByText(/Four a day/)).toBeNull()
  })

  test('the score counts as long as on the board: past two unanswered check-ups of the pathway it is hatched, and not called low', async () => {
    const fake = kept()
    // Asked for every hour: the second unanswered one has run out after three and a half hours at
    // the latest, long before a day is over.
    const checkup = checkupOf('c9', { endedAt: ago(215) })
    fake.view('patientRecord').set(answered([patientOf({ latestCheckup: checkup })]))
    fake.view('patientOnBoard').set(
      answered([
        cardOf('p1', {
          latestCheckup: checkup,
          schedules: [schedule('Hourly', 'FREQ=HOURLY;INTERVAL=1')],
        }),
      ]),
    )
    openClinical('/patient/p1', { fake })
    const disc = within(await screen.findByRole('region', { name: 'Current score' })).getByRole(
      'img',
    )
    expect([disc.dataset['state'], disc.getAttribute('aria-label')]).toEqual([
      'stale',
      'Early-warning score 0, Out of date, Stale, 3 h 35 min ago',
    ])
  })

  test('the banner shows the score in force, as the board does, and what the latest check-up lacks', async () => {
    const checkup = (id: string) =>
      checkupOf(id, {
        endedAt: ago(10),
        ewsScores: {
          BPScore: null,
          consciousnessScore: null,
          HRScore: 0,
          RRScore: null,
          SpO2Score: null,
          tempScore: null,
          onOxygenScore: null,
          totalScore: 0,
          riskLevel: 0,
          missing: 6,
          spo2Scale: 1,
          riskScheme: 'NEWS2',
        },
      })
    const trend = [
      { endedAt: ago(120), totalScore: 9, riskLevel: 4, measured: 127 },
      { endedAt: ago(10), totalScore: 0, riskLevel: 0, measured: 16 },
    ]
    const fake = kept()
    fake.view('patientRecord').set(answered([patientOf({ latestCheckup: checkup('c9') })]))
    fake
      .view('patientOnBoard')
      .set(answered([cardOf('p1', { latestCheckup: checkup('c9'), trend })]))
    openClinical('/patient/p1', { fake })
    const score = await screen.findByRole('region', { name: 'Current score' })
    expect(
      within(score).getByRole('img', {
        name: /^Early-warning score 9, High, Measure again: 9 was 2 h ago$/,
      }),
    ).toBeTruthy()
    expect(
      within(score).getByText('Latest check-up incomplete: only pulse measured, at least 0.'),
    ).toBeTruthy()
    // Who is on no board has the check-up alone.
    act(() => fake.view('patientOnBoard').set(answered([])))
    expect(
      within(score).getByRole('img', {
        name: 'Early-warning score not known, at least 0, only pulse measured',
      }),
    ).toBeTruthy()
  })

  test('in the banner monitoring that scores no more leaves the check-up’s score; one that scores more is the score', async () => {
    const whole = {
      BPScore: 0,
      consciousnessScore: 0,
      HRScore: 1,
      RRScore: 0,
      SpO2Score: 0,
      tempScore: 0,
      onOxygenScore: 0,
      totalScore: 1,
      riskLevel: 1,
      missing: 0,
      spo2Scale: 1 as const,
      riskScheme: 'NEWS2',
    }
    const one = checkupOf('c9', { endedAt: ago(50), ewsScores: whole })
    const figures = (value: number) => ({ value, median: value, min: value, max: value })
    const monitored = (RRScore: number) => ({
      continuousMonitoringSession: {
        id: 's1',
        organization: { id: 'org-1' },
        type: 'Lamplight' as const,
        createdAt: ago(600),
        endedAt: null,
      },
      latestContinuousMonitoring: {
        bucketStartAt: ago(20),
        bucketEndAt: ago(5),
        receivedAt: ago(5),
        respiratoryRate: figures(18),
        heartRate: figures(80),
        pulseRate: figures(80),
        spo2: figures(97),
        temperature: figures(37),
        battery: { ecg: 80, spo2: 80, temperature: null },
        heartRhythm: null,
        activityLevel: null,
        sensorIds: { ecg: null },
        thresholdScores: { RRScore, SpO2Score: 0, HRScore: 0, tempScore: 0 },
      },
    })
    const fake = kept()
    fake.view('patientRecord').set(answered([patientOf({ latestCheckup: one })]))
    fake
      .view('patientOnBoard')
      .set(answered([cardOf('p1', { latestCheckup: one, ...monitored(0) })]))
    openClinical('/patient/p1', { fake })
    const score = await screen.findByRole('region', { name: 'Current score' })
    expect(within(score).getByRole('img', { name: 'Early-warning score 1, Low' })).toBeTruthy()
    act(() =>
      fake
        .view('patientOnBoard')
        .set(answered([cardOf('p1', { latestCheckup: one, ...monitored(2) })])),
    )
    expect(
      within(score).getByRole('img', {
        name: /^Early-warning score 2, Incomplete, from .*, oxygen, BP and consciousness not monitored$/,
      }),
    ).toBeTruthy()
    act(() =>
      fake
        .view('patientOnBoard')
        .set(answered([cardOf('p1', { latestCheckup: one, ...monitored(3) })])),
    )
    expect(
      within(score).getByRole('img', {
        name: /^Early-warning score 3, Single 3, from .* not monitored$/,
      }),
    ).toBeTruthy()
    // Monitoring that fell silent and scored little is too old to count; a check-up after it is
    // not.
    const zero = (minutes: number) =>
      checkupOf('c9', {
        endedAt: ago(minutes),
        ewsScores: { ...whole, HRScore: 0, totalScore: 0, riskLevel: 0 },
      })
    const silent = {
      ...monitored(2),
      latestContinuousMonitoring: {
        ...monitored(2).latestContinuousMonitoring,
        bucketStartAt: ago(215),
        bucketEndAt: ago(200),
        receivedAt: ago(200),
      },
    }
    const tell = (minutes: number) =>
      act(() => {
        fake.view('patientRecord').set(answered([patientOf({ latestCheckup: zero(minutes) })]))
        fake
          .view('patientOnBoard')
          .set(answered([cardOf('p1', { latestCheckup: zero(minutes), ...silent })]))
      })
    tell(10)
    expect(within(score).getByRole('img', { name: 'Early-warning score 0, Low' })).toBeTruthy()
    tell(230)
    expect(
      within(score).getByRole('img', {
        name: /^Early-warning score 2, Out of date, .*, Stale, 3 h 20 min ago$/,
      }),
    ).toBeTruthy()
    // One value of monitoring is more of a risk than a total that is the check-up's.
    const four = checkupOf('c9', {
      endedAt: ago(50),
      ewsScores: { ...whole, BPScore: 2, HRScore: 2, totalScore: 4 },
    })
    act(() => {
      fake.view('patientRecord').set(answered([patientOf({ latestCheckup: four })]))
      fake
        .view('patientOnBoard')
        .set(answered([cardOf('p1', { latestCheckup: four, ...monitored(3) })]))
    })
    expect(within(score).getByRole('img', { name: 'Early-warning score 4, Single 3' })).toBeTruthy()
    const partial = checkupOf('c9', {
      endedAt: ago(200),
      ewsScores: { ...whole, BPScore: null, missing: 1 },
    })
    const trend = [{ endedAt: ago(300), totalScore: 9, riskLevel: 4, measured: 127 }]
    act(() => {
      fake.view('patientRecord').set(answered([patientOf({ latestCheckup: partial })]))
      fake
        .view('patientOnBoard')
        .set(answered([cardOf('p1', { latestCheckup: partial, trend, ...monitored(0) })]))
    })
    expect(
      within(score).getByRole('img', {
        name: /^Early-warning score 9, High, Measure again: 9 was 5 h ago$/,
      }),
    ).toBeTruthy()
  })
})
