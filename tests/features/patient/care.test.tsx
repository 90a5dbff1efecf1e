// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import type { AcuityScore } from '../../../src/domain/patient/acuity'
import type { Patient } from '../../../src/domain/patient/patient'
import { problem } from '../../../src/domain/problem'
import type { Unsent } from '../../../src/domain/sync/unsent'
import { dayOf } from '../../../src/domain/time'
import { meOf } from '../../app/fake-portal'
import type { OpenOptions } from '../clinical-portal'
import {
  act,
  ago,
  answered,
  cardOf,
  clinicalRuntime,
  openClinical,
  patientOf,
  screen,
  waitFor,
  within,
} from '../clinical-portal'

afterEach(cleanup)

const everything = {
  permissions: ['view_patients', 'edit_patients', 'admit_ward_patients'],
  features: ['patientAcuityScore', 'manualExpectedLengthOfStay'],
} as const
const dayFrom = (days: number): string => dayOf(Date.now() + days * 86_400_000)
const admittedUntil = (expectedDischargeDate: string | null): Partial<Patient> => ({
  wardAdmission: {
    ...(patientOf().wardAdmission as NonNullable<Patient['wardAdmission']>),
    expectedDischargeDate,
  },
})
const scoreOf = (over: Partial<AcuityScore> = {}): AcuityScore => ({
  id: 's1',
  revision: 1,
  score: 3,
  reason: 'Settled',
  capturedAt: ago(3 * 60),
  createdAt: ago(3 * 60),
  createdBy: { id: 'u1', firstName: 'Nia', lastName: 'Okafor' },
  late: false,
  ...over,
})
type Rights = NonNullable<OpenOptions['permissions']>
const principal = (over: Pick<Rights, 'permissions' | 'features' | 'over'> = {}): OpenOptions => ({
  permissions: { ...everything, ...over },
})

const openRecord = async (
  over: Partial<Patient> & { readonly unsent?: readonly Unsent[] } = {},
  options: OpenOptions = principal(),
) => {
  const fake = options.fake ?? clinicalRuntime()
  fake.view('patientRecord').set(answered([patientOf(over)]))
  const opened = openClinical('/patient/p1/notes', { ...options, fake })
  await screen.findByRole('heading', { level: 2, name: 'Notes' })
  return { ...opened, fake }
}

describe('when the patient was admitted', () => {
  test('C063 what was recorded more than a day later is told as backdated', async () => {
    const told = async (createdAt: string) => {
      const { wardAdmission } = patientOf()
      if (wardAdmission === null) throw new Error('Nobody is admitted')
      const { user } = await openRecord({
        wardAdmission: { ...wardAdmission, admittedAt: '2026-01-02T09:00:00.000Z', createdAt },
      })
      await user.click(screen.getByRole('button', { name: 'About the patient' }))
      const words = (await screen.findByText('Admitted')).nextSibling?.textContent
      cleanup()
      return words
    }
    expect(await told('2026-01-03T09:00:00.000Z')).toBe('02-Jan-2026 09:00')
    expect(await told('2026-01-03T09:00:01.000Z')).toBe(
      '02-Jan-2026 09:00 (backdated: recorded 03-Jan-2026 09:00)',
    )
  })
})

describe('expected discharge on the record', () => {
  test.each([
    ['C060', -3, /^Expected discharge \d\d-\w{3}-\d{4}, overdue by 3 days/],
    ['C060', -1, /overdue by 1 day\b/],
    ['C061', 0, /, today/],
    ['C061', 1, /, tomorrow/],
    ['C061', 2, /, in 2 days/],
    ['C062', 3, /^Expected discharge \d\d-\w{3}-\d{4}\. Change it$/],
  ] as const)('%s shows its state, %i days from now', async (_id, days, words) => {
    await openRecord(admittedUntil(dayFrom(days)))
    expect(screen.getByRole('button', { name: words })).toBeTruthy()
  })

  test('C061 counts by the day of the organisation, whatever day it is where the browser stands', async () => {
    const rights = { ...everything, features: [...everything.features] }
    const { actingOrganization } = meOf(rights)
    const of = (timeZone: string): OpenOptions =>
      principal({ over: { actingOrganization: { ...actingOrganization, timeZone } } })
    // At each instant it is another day in one of the two.
    const [today, zone] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']
      .map((name) => [dayOf(Date.now(), name), name] as const)
      .find(([day]) => day !== dayFrom(0)) ?? ['', '']
    const { user } = await openRecord(admittedUntil(today), of(zone))
    await user.click(screen.getByRole('button', { name: /, today\. Change it/ }))
    const dialog = await screen.findByRole('dialog', { name: 'Expected Discharge Date' })
    const [first] = dialog.querySelectorAll('table button:not(:disabled)')
    expect(first?.textContent).toBe(String(Number(today.slice(-2))))
  })

  test('C042 C540 is changed by a command that carries what was seen, and the dialog closes', async () => {
    const { user, fake } = await openRecord(admittedUntil(dayFrom(10)))
    await user.click(screen.getByRole('button', { name: /Expected discharge/ }))
    const dialog = await screen.findByRole('dialog', { name: 'Expected Discharge Date' })
    expect(within(dialog).getByText(/SMITH, John, born 02-Mar-1944/)).toBeTruthy()
    expect(within(dialog).getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
    await user.click(within(dialog).getByRole('button', { name: 'Next month' }))
    const days = [...dialog.querySelectorAll<HTMLButtonElement>('table button')].filter(
      (button) => !button.disabled && !button.hasAttribute('data-outside'),
    )
    await user.click(days[19] as HTMLButtonElement)
    expect(within(dialog).getByText(/^New date: 20-.*Length of stay: \d+ days\.$/)).toBeTruthy()
    expect(fake.draft('expected discharge p1').get().text).toMatch(/-20"/)
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(fake.run).toHaveBeenCalledWith('updateExpectedDischargeDate', {
      patientId: 'p1',
      wardId: 'w1',
      carePathwayId: 'cp1',
      expectedDischargeDate: expect.stringMatching(/-20$/) as string,
      seen: { expectedDischargeDate: dayFrom(10), revision: 1 },
    })
  })

  test('a date that was chosen and not saved is there when the dialog is opened again; saved, it is kept no longer', async () => {
    const fake = clinicalRuntime()
    const kept = fake.draft('expected discharge p1')
    kept.set(JSON.stringify({ date: dayFrom(20) }), null)
    const { user } = await openRecord(admittedUntil(dayFrom(10)), { ...principal(), fake })
    await user.click(screen.getByRole('button', { name: /Expected discharge/ }))
    const dialog = await screen.findByRole('dialog', { name: 'Expected Discharge Date' })
    expect(dialog.textContent).toMatch(/New date: .*Length of stay: 20 days\./)
    expect(dialog.textContent).toContain(
      'Not saved yet. Kept on this device until you save or cancel.',
    )
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(fake.run).toHaveBeenCalledWith(
      'updateExpectedDischargeDate',
      expect.objectContaining({ expectedDischargeDate: dayFrom(20) }),
    )
    expect(kept.get().text).toBe('')
  })

  test('C389 clearing asks first, naming the patient and the date; keeping it sends nothing', async () => {
    const { user, fake } = await openRecord(admittedUntil(dayFrom(10)))
    await user.click(screen.getByRole('button', { name: /Expected discharge/ }))
    await user.click(await screen.findByRole('button', { name: 'Clear the date' }))
    expect(screen.getByRole('alertdialog').textContent).toMatch(
      /SMITH, John.*The current date is \d\d-/,
    )
    await user.click(screen.getByRole('button', { name: 'Keep it' }))
    expect(fake.run).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Clear the date' }))
    await user.click(
      within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Clear the date' }),
    )
    await waitFor(() =>
      expect(fake.run).toHaveBeenCalledWith(
        'updateExpectedDischargeDate',
        expect.objectContaining({ expectedDischargeDate: null }),
      ),
    )
  })

  test('a refusal stays in the dialog with its reason, and what was chosen too', async () => {
    const fake = clinicalRuntime()
    fake.run.mockResolvedValue({
      kind: 'refused',
      problem: problem('forbidden', 'You do not have permission to do this'),
    })
    const { user } = await openRecord(admittedUntil(dayFrom(10)), { ...principal(), fake })
    await user.click(screen.getByRole('button', { name: /Expected discharge/ }))
    await user.click(await screen.findByRole('button', { name: 'Clear the date' }))
    await user.click(
      within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Clear the date' }),
    )
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Not saved. You do not have permission to do this',
    )
  })

  test('is shown to who may not change it, and offered to nobody without the flag or an admission', async () => {
    await openRecord(admittedUntil(dayFrom(10)), principal({ permissions: ['view_patients'] }))
    expect(screen.getByTitle(/^Expected discharge \d\d-/).textContent).toMatch(
      /^Expected discharge \d\d-/,
    )
    expect(screen.queryByRole('button', { name: /Expected discharge/i })).toBeNull()
    cleanup()
    await openRecord({ wardAdmission: null })
    expect(screen.queryByText(/expected discharge/i)).toBeNull()
    cleanup()
    await openRecord(admittedUntil(null), principal({ features: ['patientAcuityScore'] }))
    expect(screen.queryByRole('button', { name: 'Set expected discharge' })).toBeNull()
  })
})

describe('acuity on the record', () => {
  test('C064 C065 is a number and a word with its age, over seven days only that', async () => {
    await openRecord({ latestAcuityScore: scoreOf() })
    expect(
      screen.getByRole('button', { name: 'Acuity 3, medium, 3 h ago. Change it' }),
    ).toBeTruthy()
    cleanup()
    await openRecord({ latestAcuityScore: scoreOf({ capturedAt: ago(8 * 24 * 60) }) })
    expect(
      screen.getByRole('button', { name: 'Acuity 3, medium, Over 7 days ago. Change it' }),
    ).toBeTruthy()
  })

  test('C619 P223 the levels are emergency, high, medium and low, and each is told beside its number', async () => {
    const { fake } = await openRecord({ latestAcuityScore: scoreOf() })
    for (const [score, level] of [
      [1, 'emergency'],
      [2, 'high'],
      [3, 'medium'],
      [4, 'low'],
    ] as const) {
      act(() =>
        fake
          .view('patientRecord')
          .set(answered([patientOf({ latestAcuityScore: scoreOf({ score }) })])),
      )
      expect(screen.getByRole('button', { name: /^Acuity/ }).getAttribute('aria-label')).toBe(
        `Acuity ${score}, ${level}, 3 h ago. Change it`,
      )
    }
  })

  test('one that came late says when it came', async () => {
    await openRecord({
      latestAcuityScore: scoreOf({ late: true, createdAt: '2026-01-05T11:40:00.000Z' }),
    })
    expect(screen.getByText(/received 05-Jan-2026 11:40/)).toBeTruthy()
  })

  test('C043 C422 C423 C425 C426 is set with a score, what it means, and the full name of the patient', async () => {
    const { user, fake } = await openRecord({ latestAcuityScore: scoreOf() })
    await user.click(screen.getByRole('button', { name: /^Acuity 3/ }))
    const dialog = await screen.findByRole('dialog', { name: 'Set Acuity Score' })
    const [score, reason, name] = [/Acuity score, 1 to 4/, /Reason/, /Enter the full name/].map(
      (label) => within(dialog).getByLabelText(label),
    ) as [HTMLInputElement, HTMLElement, HTMLElement]
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(within(dialog).getByText('Must be between 1 and 4')).toBeTruthy()
    expect(within(dialog).getByText('Patient name must be confirmed')).toBeTruthy()
    expect(document.activeElement).toBe(score)
    for (const [digit, words, tone] of [
      ['1', 'Increasing', 'warning'],
      ['3', 'Maintaining', 'info'],
      ['4', 'Decreasing', 'success'],
    ] as const) {
      await user.clear(score)
      await user.type(score, `${digit}2`)
      expect(score.value).toBe(digit)
      expect(within(dialog).getByText(words).dataset['tone']).toBe(tone)
    }
    await user.type(reason, ' Slept well ')
    await user.type(name, 'John Smyth')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(within(dialog).getByText('Patient name must match')).toBeTruthy()
    expect(fake.run).not.toHaveBeenCalled()
    await user.clear(name)
    await user.type(name, 'john smith')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(fake.run).toHaveBeenCalledWith('setPatientAcuityScore', {
      patientId: 'p1',
      score: 4,
      reason: 'Slept well',
    })
  })

  test('what was typed outlives a closed dialog and a page that is loaded anew, but for the name; Cancel gives it up', async () => {
    const { user, fake } = await openRecord({ latestAcuityScore: scoreOf() })
    await user.click(screen.getByRole('button', { name: /^Acuity 3/ }))
    const dialog = await screen.findByRole('dialog', { name: 'Set Acuity Score' })
    expect(within(dialog).queryByText(/^Not saved yet/)).toBeNull()
    await user.type(within(dialog).getByLabelText(/Acuity score, 1 to 4/), '2')
    await user.type(within(dialog).getByLabelText(/Reason/), 'Breathless at night')
    await user.type(within(dialog).getByLabelText(/Enter the full name/), 'John Smith')
    expect(
      within(dialog).getByText('Not saved yet. Kept on this device until you save or cancel.'),
    ).toBeTruthy()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    cleanup()
    const { user: later } = await openRecord(
      { latestAcuityScore: scoreOf() },
      { ...principal(), fake },
    )
    await later.click(screen.getByRole('button', { name: /^Acuity 3/ }))
    const again = await screen.findByRole('dialog', { name: 'Set Acuity Score' })
    expect(within(again).getByLabelText<HTMLInputElement>(/Acuity score, 1 to 4/).value).toBe('2')
    expect(within(again).getByLabelText<HTMLInputElement>(/Reason/).value).toBe(
      'Breathless at night',
    )
    expect(within(again).getByLabelText<HTMLInputElement>(/Enter the full name/).value).toBe('')
    await later.click(within(again).getByRole('button', { name: 'Cancel' }))
    expect(fake.draft('acuity p1').get().text).toBe('')
    await later.click(screen.getByRole('button', { name: /^Acuity 3/ }))
    expect(
      within(await screen.findByRole('dialog')).getByLabelText<HTMLInputElement>(
        /Acuity score, 1 to 4/,
      ).value,
    ).toBe('')
  })

  test('C467 is offered only with the permission, and not there at all without the flag', async () => {
    await openRecord(
      { latestAcuityScore: scoreOf() },
      principal({ permissions: ['view_patients'] }),
    )
    expect(screen.queryByRole('button', { name: /acuity/i })).toBeNull()
    expect(screen.getByText('Acuity 3, medium')).toBeTruthy()
    cleanup()
    await openRecord({ latestAcuityScore: scoreOf() }, principal({ features: [] }))
    expect(screen.queryByText(/acuity/i)).toBeNull()
  })
})

describe('watching', () => {
  test('C044 C045 C587 C588 the star says what it did, and Undo takes it back', async () => {
    const { user, fake } = await openRecord()
    fake.run.mockResolvedValue({ kind: 'done', value: null })
    await user.click(screen.getByRole('button', { name: 'Watch John Smith' }))
    expect(
      (await screen.findByText('John added to watch list')).closest('[role="status"]'),
    ).not.toBeNull()
    expect(fake.run).toHaveBeenLastCalledWith('addToWatchList', { patientId: 'p1' })
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('John removed from watch list')
    expect(fake.run).toHaveBeenLastCalledWith('removeFromWatchList', { patientId: 'p1' })
  })

  test('C045 who is watched no longer can be taken back too', async () => {
    const { user, fake } = await openRecord({ onWatchList: true })
    fake.run.mockResolvedValue({ kind: 'done', value: null })
    await user.click(screen.getByRole('button', { name: 'Stop watching John Smith' }))
    await screen.findByText('John removed from watch list')
    expect(fake.run).toHaveBeenLastCalledWith('removeFromWatchList', { patientId: 'p1' })
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('John added to watch list')
    expect(fake.run).toHaveBeenLastCalledWith('addToWatchList', { patientId: 'p1' })
  })

  test('who is watched on this device alone is not called watched', async () => {
    const { user, fake } = await openRecord()
    const outbox = fake.runtime.outbox as unknown as { set: (items: readonly object[]) => void }
    outbox.set([{ id: 'new' }])
    await user.click(screen.getByRole('button', { name: 'Watch John Smith' }))
    await screen.findByText('John is on your watch list on this device. Not sent yet.', undefined, {
      timeout: 4_000,
    })
    expect(screen.queryByText('John added to watch list')).toBeNull()
  })

  test('a refusal says that nothing changed', async () => {
    const fake = clinicalRuntime()
    fake.run.mockResolvedValue({
      kind: 'refused',
      problem: problem('storage', 'Not saved: the device is full'),
    })
    const { user } = await openRecord({ onWatchList: true }, { ...principal(), fake })
    await user.click(screen.getByRole('button', { name: 'Stop watching John Smith' }))
    expect(
      await screen.findByText('The watch list was not changed. Not saved: the device is full'),
    ).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })
})

const unsent = (part: string, over: Partial<Unsent> = {}): readonly Unsent[] => [
  { part, wanted: null, theirs: null, isShown: true, state: 'waiting', commandId: 'k1', ...over },
]

describe('what is not sent says so beside the value', () => {
  test.each([
    [[], [], 'More'],
    [['On Oxygen'], [], 'More · 1 flag'],
    [['On Oxygen', 'Pregnant'], unsent('onWatchList'), 'More · 2 flags · not sent'],
    [[], unsent('address', { state: 'refused' }), 'More · not saved'],
    [
      ['Falls Risk'],
      [...unsent('telephone', { state: 'conflict' }), ...unsent('latestAcuityScore')],
      'More · 1 flag · in conflict',
    ],
  ] as const)(
    'the button for the rest of the header says what is behind it: flags %j, unsent %j',
    async (titles, waiting, words) => {
      const { wardAdmission } = patientOf()
      if (wardAdmission === null) throw new Error('Nobody is admitted')
      const flag = { type: 'Other', description: '', active: true }
      await openRecord({
        wardAdmission: {
          ...wardAdmission,
          patientFlags: [
            ...titles.map((title) => ({ ...flag, title })),
            { ...flag, title: 'Ended', active: false },
          ],
        },
        unsent: waiting,
      })
      const more = screen.getByRole('button', { name: `${words}, about the patient` })
      expect(more.textContent).toBe(words)
    },
  )

  test('C1 a value of the user is shown with Not sent yet', async () => {
    await openRecord({ latestAcuityScore: scoreOf(), unsent: unsent('latestAcuityScore') })
    expect(screen.getByText('Not sent yet')).toBeTruthy()
  })

  test("C2 beside a colleague's score the own one is told as waiting", async () => {
    await openRecord({
      latestAcuityScore: scoreOf({ score: 1 }),
      unsent: unsent('latestAcuityScore', { wanted: scoreOf({ score: 3 }), isShown: false }),
    })
    expect(screen.getByText('Yours: Acuity 3, medium, not sent yet')).toBeTruthy()
    expect(screen.getByRole('button', { name: /^Acuity 1, emergency/ })).toBeTruthy()
  })

  test('C1 date, score and star are told apart', async () => {
    await openRecord({
      latestAcuityScore: scoreOf(),
      unsent: [
        ...unsent('expectedDischargeDate', { wanted: '2026-12-15', isShown: false }),
        ...unsent('latestAcuityScore', { state: 'checking' }),
        ...unsent('onWatchList', { wanted: true, state: 'sending' }),
      ],
    })
    for (const words of [
      'Yours: 15-Dec-2026, not sent yet',
      'Checking whether this was saved…',
      'Watching, sending',
    ])
      expect(screen.getByText(words)).toBeTruthy()
  })

  test('what needs a person leads to the decision', async () => {
    await openRecord({
      unsent: unsent('expectedDischargeDate', {
        state: 'conflict',
        problem: problem('conflict', 'It was changed elsewhere meanwhile'),
      }),
    })
    expect(
      screen
        .getByRole('link', { name: 'Changed elsewhere See both and decide.' })
        .getAttribute('href'),
    ).toBe('/sync#k1')
  })
})

describe('on the virtual ward', () => {
  const openWard = async (cards: readonly ReturnType<typeof cardOf>[], options = principal()) => {
    const fake = clinicalRuntime()
    fake.view('virtualWard').set(answered(cards))
    fake.view('watchList').set(answered(cards.filter(({ onWatchList }) => onWatchList)))
    const opened = openClinical('/virtual-ward', { ...options, fake })
    await screen.findByRole('heading', { level: 2, name: 'All Patients' })
    return { ...opened, fake }
  }

  test('C1 a card marks acuity, date and star that are not sent', async () => {
    const marked = {
      ...cardOf('p1', { latestAcuityScore: scoreOf() }),
      unsent: [
        ...unsent('latestAcuityScore'),
        ...unsent('onWatchList', { wanted: true }),
        ...unsent('expectedDischargeDate', { wanted: '2026-12-15', isShown: false }),
      ],
    }
    await openWard([marked, cardOf('p2')])
    const [card, other] = screen.getAllByRole('article')
    for (const words of [
      'Not sent yet',
      'Watching, not sent yet',
      'Yours: 15-Dec-2026, not sent yet',
    ])
      expect(within(card as HTMLElement).getByText(words)).toBeTruthy()
    expect(within(other as HTMLElement).queryByText(/not sent yet/i)).toBeNull()
  })

  test('C179 C180 Watching (n) is above All Patients, and only while somebody is watched', async () => {
    const { fake } = await openWard([cardOf('p1', { onWatchList: true }), cardOf('p2')])
    expect(
      screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent),
    ).toEqual(['Watching (1)', 'All Patients'])
    act(() => fake.view('watchList').set(answered([])))
    expect(
      screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent),
    ).toEqual(['All Patients'])
  })

  test('C210 a card shows acuity only with the flag; C221 it has the star', async () => {
    const { user, fake } = await openWard([
      cardOf('p1', { latestAcuityScore: scoreOf({ score: 1 }) }),
    ])
    expect(screen.getByText('Acuity 1, emergency')).toBeTruthy()
    fake.run.mockResolvedValue({ kind: 'done', value: null })
    await user.click(screen.getByRole('button', { name: 'Watch John Smith-p1' }))
    expect(fake.run).toHaveBeenCalledWith('addToWatchList', { patientId: 'p1' })
    cleanup()
    await openWard(
      [cardOf('p1', { latestAcuityScore: scoreOf({ score: 1 }) })],
      principal({ features: [] }),
    )
    expect(screen.queryByText(/Acuity/)).toBeNull()
  })

  test('C208 the expected discharge of a card is changed on the card, by who may', async () => {
    const card = cardOf('p1')
    const admitted = {
      ...card,
      wardAdmission:
        card.wardAdmission === null
          ? null
          : { ...card.wardAdmission, expectedDischargeDate: dayFrom(-2) },
    }
    const { user } = await openWard([admitted])
    await user.click(
      screen.getByRole('button', { name: /^Expected discharge .*overdue by 2 days\. Change it$/ }),
    )
    expect(await screen.findByRole('dialog', { name: 'Expected Discharge Date' })).toBeTruthy()
    cleanup()
    await openWard([admitted], principal({ permissions: ['view_patients'] }))
    expect(screen.getByText('Discharge overdue by 2 days')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Expected discharge/ })).toBeNull()
  })
})
