// @vitest-environment jsdom
import { act, cleanup } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import type { Patient } from '../../../src/domain/patient/patient'
import type { Repeat } from '../../../src/domain/repeat/repeat'
import { observationsRoom } from '../../../src/features/observations'
import { repeatsRoom } from '../../../src/features/repeats'
import {
  answered,
  cardOf,
  checkupOf,
  clinicalRuntime,
  openClinical,
  patientOf,
  screen,
  waitFor,
  within,
} from '../clinical-portal'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

const minute = 60_000
const iso = (minutes: number): string => new Date(Date.now() + minutes * minute).toISOString()
const repeat = (more: Partial<Repeat> = {}): Repeat => ({
  id: 'r1',
  askedAt: iso(-5),
  dueAt: iso(10),
  everyMinutes: null,
  until: null,
  reason: 'Breathing faster',
  by: { id: 'sam', firstName: 'Sam', lastName: 'Ward' },
  latestEndedAt: null,
  ...more,
})
const all = ['view_patients', 'record_observations'] as const
const open = (
  path: string,
  patient: Partial<Patient> = {},
  permissions: readonly string[] = all,
  edition: 'en-GB' | 'en-US' = 'en-GB',
) => {
  const fake = clinicalRuntime()
  fake.view('patientRecord').set(answered([patientOf(patient)]))
  fake.view('patientOnBoard').set(answered([cardOf('p1', { repeats: patient.repeats ?? [] })]))
  fake.view('patientCheckups').set(answered([]))
  const opened = openClinical(path, {
    fake,
    rooms: [observationsRoom, repeatsRoom],
    permissions: { permissions: permissions as never, features: ['wards'] },
    edition,
  })
  return { ...opened, fake }
}
const dialog = () => screen.findByRole('dialog', { name: 'Measure again' })

describe('measure again', () => {
  test('a usual one takes two presses: the action of the record, and the time', async () => {
    const { user, fake } = open('/patient/p1')
    await user.click(await screen.findByRole('button', { name: 'Measure again' }))
    const inside = within(await dialog())
    expect(inside.getByText(/SMITH, John/)).toBeTruthy()
    expect(document.activeElement).toBe(inside.getByRole('button', { name: 'In 15 min' }))
    expect(inside.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining([
        'In 15 min',
        'In 30 min',
        'In 1 h',
        'Every 30 min for 2 h',
        'Every 1 h for 4 h',
        'Other…',
      ]),
    )
    await user.click(inside.getByRole('button', { name: 'Every 30 min for 2 h' }))
    expect(fake.run).toHaveBeenCalledTimes(1)
    expect(fake.run).toHaveBeenCalledWith('requestRepeat', {
      patientId: 'p1',
      inMinutes: 30,
      everyMinutes: 30,
      forMinutes: 120,
      reason: null,
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('any other has a time and a reason, and what cannot be is said at its field', async () => {
    const { user, fake } = open('/patient/p1?dialog=repeat', {}, all, 'en-US')
    await user.click(within(await dialog()).getByRole('button', { name: 'Other…' }))
    const form = within(await dialog())
    const choose = (name: RegExp, value: string) =>
      user.selectOptions(form.getByRole('combobox', { name }), value)
    const ask = () => user.click(form.getByRole('button', { name: 'Ask for it' }))
    await choose(/^First in/, '45')
    await choose(/^Then every/, '60')
    await ask()
    expect((await form.findAllByText('Choose for how long too.')).length).toBeGreaterThan(0)
    await choose(/^Until, from now/, '30')
    await ask()
    expect((await form.findAllByText('This ends before the first one.')).length).toBeGreaterThan(0)
    expect(fake.run).not.toHaveBeenCalled()
    await choose(/^Until, from now/, '240')
    await user.type(form.getByRole('textbox', { name: /^Reason/ }), 'After the nebuliser')
    await ask()
    await waitFor(() =>
      expect(fake.run).toHaveBeenCalledWith('requestRepeat', {
        patientId: 'p1',
        inMinutes: 45,
        everyMinutes: 60,
        forMinutes: 240,
        reason: 'After the nebuliser',
      }),
    )
  })

  test('what stands is on the record with who asked and why, and is taken back with one press', async () => {
    const { user, fake } = open('/patient/p1', { repeats: [repeat()] })
    const standing = within(await screen.findByRole('list', { name: 'Asked for' }))
    expect(standing.getByRole('listitem').textContent).toMatch(
      /Measure again at .*asked by Sam Ward.*Breathing faster/,
    )
    expect(screen.getByText(/^Repeat due \d\d:\d\d \(asked by Sam Ward\)$/)).toBeTruthy()
    await user.click(
      standing.getByRole('button', { name: /^Cancel: Measure again at .*, asked by Sam Ward$/ }),
    )
    expect(fake.run).toHaveBeenCalledWith('cancelRepeat', { patientId: 'p1', repeatId: 'r1' })
  })

  test('what a new one takes the place of is said before the choices, also in the form', async () => {
    const of = (id: string) =>
      repeat({ everyMinutes: 30, until: iso(90), by: { id, firstName: 'Sam', lastName: 'Ward' } })
    const { user } = open('/patient/p1?dialog=repeat', { repeats: [of('user-1')] })
    const words = /^Takes the place of: every 30 min until .*\d\d:\d\d, asked by you$/
    expect(within(await dialog()).getByText(words)).toBeTruthy()
    await user.click(within(await dialog()).getByRole('button', { name: 'Other…' }))
    expect(within(await dialog()).getByText(words)).toBeTruthy()
    cleanup()
    open('/patient/p1?dialog=repeat', { repeats: [of('somebody-else')] })
    await dialog()
    expect(screen.queryByText(/Takes the place of/)).toBeNull()
  })

  test('is only read by who records nothing, and not asked for of who is on no ward', async () => {
    open('/patient/p1', { repeats: [repeat()] }, ['view_patients'])
    await screen.findByRole('list', { name: 'Asked for' })
    expect(screen.queryByRole('button', { name: /Measure again/ })).toBeNull()
    cleanup()
    open('/patient/p1?dialog=repeat', { wardAdmission: null })
    await screen.findByRole('button', { name: 'Take observations' })
    expect(screen.queryByRole('button', { name: 'Measure again' })).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('is told beside what comes before it: a score that asks for more, a missed check-up', async () => {
    const total = {
      BPScore: 0,
      consciousnessScore: 0,
      HRScore: 2,
      RRScore: 3,
      SpO2Score: 3,
      tempScore: 0,
      onOxygenScore: 0,
      totalScore: 8,
      riskLevel: 4,
      missing: 0,
      spo2Scale: 1 as const,
      riskScheme: 'NEWS2',
    }
    const { fake } = open('/patient/p1', { repeats: [repeat()] })
    const latestCheckup = checkupOf('grave', {
      patientId: 'p1',
      endedAt: iso(-20),
      ewsScores: total,
    })
    act(() =>
      fake
        .view('patientOnBoard')
        .set(answered([cardOf('p1', { repeats: [repeat()], latestCheckup, trend: [] })])),
    )
    await waitFor(() =>
      expect(document.body.textContent).toMatch(
        /Continuous observation needed \(EWS\)Repeat due \d\d:\d\d \(asked by Sam Ward\)/,
      ),
    )
  })

  test('the list of the record says what is due, overdue and missed', async () => {
    const saysItem = async (askedAt: number, dueAt: number, words: RegExp, more = {}) => {
      open('/patient/p1', {
        repeats: [repeat({ askedAt: iso(askedAt), dueAt: iso(dueAt), ...more })],
      })
      const list = within(await screen.findByRole('list', { name: 'Asked for' }))
      expect(list.getByRole('listitem').textContent).toMatch(words)
      cleanup()
    }
    await saysItem(-13, 2, /^Measure again: due at .*\d\d:\d\d asked by Sam Ward/)
    await saysItem(-18, -3, /^Measure again: overdue 3 min, due at .*\d\d:\d\d asked by/)
    await saysItem(
      -30,
      -15,
      /^Measure again: missed at .*\d\d:\d\d, 15 min late, every 30 min until /,
      {
        everyMinutes: 30,
        until: iso(75),
      },
    )
  })

  test('overdue and missed it is told with the time that passed', async () => {
    const says = (words: RegExp) => waitFor(() => expect(document.body.textContent).toMatch(words))
    open('/patient/p1', { repeats: [repeat({ askedAt: iso(-18), dueAt: iso(-3) })] })
    await says(/Repeat overdue 3 min, due \d\d:\d\d \(asked by Sam Ward\)/)
    cleanup()
    open('/patient/p1', { repeats: [repeat({ askedAt: iso(-30), dueAt: iso(-15), by: null })] })
    await says(/Missed repeat \d\d:\d\d, 15 min late/)
  })
})

describe('after observations by hand', () => {
  const checkupTypes: Patient['checkupTypes'] = [
    {
      id: 't1',
      name: 'Respiratory check-up',
      tiles: [
        { key: 'pulseOximeter', rule: 'optional', settings: ['manualEntry'] },
        { key: 'respiratoryRate', rule: 'optional', settings: [] },
      ],
      questions: [],
    },
  ]
  const record = async (breathing: string, saturation: string, repeats: Repeat[] = []) => {
    const opened = open('/patient/p1?dialog=observations', { checkupTypes, repeats })
    const form = within(await screen.findByRole('dialog', { name: 'Take observations' }))
    await opened.user.type(form.getByRole('textbox', { name: 'SpO2 (%)' }), saturation)
    await opened.user.type(form.getByRole('textbox', { name: 'Breathing rate (/min)' }), breathing)
    await opened.user.click(form.getByRole('button', { name: 'Save observations' }))
    await waitFor(() =>
      expect(opened.fake.run).toHaveBeenCalledWith('recordObservations', expect.anything()),
    )
    return opened
  }

  test('a score of 5 or more offers what it asks for, in one press', async () => {
    const { user, fake } = await record('22', '93')
    const offer = within(await screen.findByRole('dialog', { name: 'Measure again?' }))
    await user.click(offer.getByRole('button', { name: 'Measure again: In 1 h' }))
    expect(fake.run).toHaveBeenLastCalledWith('requestRepeat', {
      patientId: 'p1',
      inMinutes: 60,
      everyMinutes: null,
      forMinutes: null,
      reason: null,
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('a request that stands and is due no later leaves nothing to offer', async () => {
    await record('22', '93', [repeat({ askedAt: iso(-1), dueAt: iso(29) })])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('the offer says what of the user’s own it takes the place of', async () => {
    const own = repeat({
      askedAt: iso(-1),
      dueAt: iso(90),
      everyMinutes: 60,
      until: iso(300),
      by: { id: 'user-1', firstName: 'Nia', lastName: 'Okafor' },
    })
    await record('22', '93', [own])
    const offer = within(await screen.findByRole('dialog', { name: 'Measure again?' }))
    expect(
      offer.getByText(/^Takes the place of: every 1 h until .*\d\d:\d\d, asked by you$/),
    ).toBeTruthy()
  })

  test('a calm one offers nothing', async () => {
    await record('16', '97')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
