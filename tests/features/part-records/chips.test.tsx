// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { PartRecord } from '../../../src/data/part-record'
import { partRecordsRoom } from '../../../src/features/part-records'
import { answered, clinicalRuntime, openClinical, patientOf } from '../clinical-portal'

afterEach(cleanup)

const part: PartRecord = {
  id: 'p1 o2',
  patient: { id: 'p1', firstName: 'John', lastName: 'Smith', birthDate: '1944-03-02' },
  home: { id: 'o1', name: 'Eastgate Practice' },
  organization: { id: 'o2', name: 'Riverside' },
  isOwn: false,
  admittedAt: '2026-01-05T14:32:00.000Z',
  heldSince: null,
}
const one = { id: 'o1', name: 'Eastgate Practice', type: 'gp_practice' } as const
const open = (organizations: readonly { id: string; name: string; type: string }[]) => {
  const fake = clinicalRuntime()
  fake.view('patientRecord').set(answered([patientOf({ organizations } as never)]))
  const rest = fake.ask.getMockImplementation()
  const own = { ...part, id: 'p1 o1', organization: part.home, isOwn: true }
  const others = {
    ...part,
    id: 'p2 o3',
    patient: { ...part.patient, id: 'p2' },
    organization: { id: 'o3', name: 'Harbor Health' },
  }
  // As the server answers: of the patient that is named, else of all.
  fake.ask.mockImplementation(async (name, input) =>
    name === 'partRecords'
      ? { kind: 'done', value: input === 'p1' ? [part, own] : [others] }
      : rest?.(name, input),
  )
  const opened = openClinical('/patient/p1', {
    fake,
    rooms: [partRecordsRoom],
    permissions: { permissions: ['view_patients', 'edit_patients'] },
  })
  return { ...opened, fake }
}

test('T8 the record says which organisation has a part of it, and asks before all of it is opened', async () => {
  const { screen, user } = open([one, { id: 'o2', name: 'Riverside', type: 'virtual_ward' }])
  const marks = await screen.findAllByRole('button', { name: /sees a part/ })
  expect(marks.map(({ textContent }) => textContent)).toEqual(['Riverside sees a part'])
  await user.click(marks[0] as HTMLElement)
  expect((await screen.findByRole('alertdialog')).textContent).toContain('Users at Riverside')
})

test('of a patient of one organisation nothing is asked', async () => {
  const { screen, fake } = open([one])
  await screen.findByRole('heading', { level: 1 })
  // Its mark is loaded before the tabs of the record are.
  await screen.findAllByRole('tab')
  expect(fake.ask.mock.calls.filter(([name]) => name === 'partRecords')).toEqual([])
  expect(screen.queryByRole('button', { name: /sees a part/ })).toBeNull()
})
