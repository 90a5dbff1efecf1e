// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import type { Checkup } from '../../../src/domain/checkup/checkup'
import { ownStrikeOutMs } from '../../../src/domain/access/own-entry'
import { mayStrikeOut } from '../../../src/domain/checkup/strike-out'
import {
  answered,
  checkupOf,
  clinicalRuntime,
  openClinical,
  patientOf,
  screen,
  waitFor,
  within,
} from '../clinical-portal'

afterEach(cleanup)

const struckOut: NonNullable<Checkup['struckOut']> = {
  at: '2026-01-05T15:00:00.000Z',
  by: { id: 'nurse', firstName: 'Hannah', lastName: 'Whitfield', email: null },
  reason: 'wrongPatient',
  text: null,
}
const opened = (
  path: string,
  checkups: readonly Checkup[],
  permissions: readonly ('view_patients' | 'set_alert_status' | 'record_observations')[] = [
    'view_patients',
    'set_alert_status',
  ],
) => {
  const fake = clinicalRuntime()
  fake.view('patientRecord').set(answered([patientOf()]))
  fake.view('checkupDetail').set(answered([checkups[0] ?? checkupOf('c1')]))
  fake.view('patientCheckups').set(answered([...checkups]))
  fake.run.mockResolvedValue({ kind: 'saved', id: 'k' })
  return { fake, ...openClinical(path, { fake, permissions: { permissions: [...permissions] } }) }
}
const page = '/patient/p1/checkup/c1'
const press = { name: 'Entered in error' }

describe('a check-up that was entered in error', () => {
  test('is struck out with a reason, and what was wrong where it is another', async () => {
    const { user, fake } = opened(page, [
      checkupOf('c1', {
        patientId: 'p1',
        revision: 3,
        organization: { id: 'org-1', name: 'Riverside' },
      }),
    ])
    await user.click(await screen.findByRole('button', press))
    const form = within(await screen.findByRole('dialog'))
    expect(form.queryByRole('textbox')).toBeNull()
    await user.selectOptions(form.getByRole('combobox'), 'other')
    await user.click(form.getByRole('button', { name: 'Strike out' }))
    expect((await form.findAllByText('Say what was wrong')).length).toBeGreaterThan(0)
    expect(fake.run).not.toHaveBeenCalled()
    await user.type(form.getByRole('textbox'), 'Cuff on the wrong arm')
    await user.click(form.getByRole('button', { name: 'Strike out' }))
    await waitFor(() =>
      expect(fake.run).toHaveBeenCalledWith('strikeOutCheckup', {
        patientId: 'p1',
        checkupId: 'c1',
        reason: 'other',
        text: 'Cuff on the wrong arm',
      }),
    )
  })

  test('says on its page who struck it out, when and why, and offers that no more', async () => {
    opened(page, [
      checkupOf('c1', {
        patientId: 'p1',
        revision: 3,
        organization: { id: 'org-1', name: 'Riverside' },
        struckOut,
      }),
    ])
    expect((await screen.findByText(/Struck out by Hannah Whitfield/)).textContent).toContain(
      'Wrong patient',
    )
    expect(screen.queryByRole('button', press)).toBeNull()
  })

  test('is not offered to somebody who did not record it and does not act on alerts', async () => {
    opened(
      page,
      [
        checkupOf('c1', {
          patientId: 'p1',
          revision: 3,
          organization: { id: 'org-1', name: 'Riverside' },
        }),
      ],
      ['view_patients', 'record_observations'],
    )
    await screen.findByRole('button', { name: /Print/ })
    expect(screen.queryByRole('button', press)).toBeNull()
  })

  test('is in no column of the chart, and named below it', async () => {
    opened('/patient/p1', [
      checkupOf('c1', {
        patientId: 'p1',
        struckOut,
        temperature: { value: 41.7, device: null, isManual: true },
      }),
      checkupOf('c0', { patientId: 'p1', endedAt: '2026-01-05T12:32:00.000Z' }),
    ])
    expect(await screen.findByText('Entered in error, and in no chart')).toBeTruthy()
    expect(screen.queryByText('41.7')).toBeNull()
    const link = screen.getByRole('link', { name: /^Check-up of/, hidden: true })
    expect(link.getAttribute('href')).toBe(page)
  })
})

test('whoever recorded a check-up strikes it out within 24 hours, a user who acts on alerts at any time, another organisation never', () => {
  const now = Date.parse('2026-01-06T12:00:00.000Z')
  const ago = (ms: number): string => new Date(now - ms).toISOString()
  for (const isOwn of [true, false])
    for (const acts of [true, false])
      for (const late of [true, false])
        for (const isHere of [true, false])
          expect(
            mayStrikeOut(
              {
                recordedBy: isOwn ? 'me' : null,
                recordedAt: ago(ownStrikeOutMs + (late ? 1 : 0)),
                organizationId: isHere ? 'o' : 'x',
              },
              {
                userId: 'me',
                organizationId: 'o',
                permissions: new Set(acts ? (['set_alert_status'] as const) : []),
              },
              now,
            ),
          ).toBe(isHere && (acts || (isOwn && !late)))
})
