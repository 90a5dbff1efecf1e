// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Patient } from '../../../src/domain/patient/patient'
import { admissionRoom } from '../../../src/features/admission'
import { stayRoom } from '../../../src/features/stay'
import type { Permission } from '../../../src/domain/access/permissions'
import {
  act,
  ago,
  answered,
  clinicalRuntime,
  openClinical,
  patientOf,
  screen,
} from '../clinical-portal'

afterEach(cleanup)

const rights: readonly Permission[] = ['view_patients', 'edit_patients', 'discharge_ward_patients']
type StayEvent = Patient['admissionEvents'][number]
const eventOf = (type: StayEvent['type'], minutes: number): StayEvent => ({
  admissionId: 'a1',
  createdAt: ago(minutes),
  effectiveAt: ago(minutes),
  createdBy: { id: 'u2', firstName: 'Callum', lastName: 'Fraser' },
  ward: { id: 'w1', name: 'Willow' },
  reason:
    type === 'Discharge'
      ? { type: 'TransferToHospitalEmergency', additionalInfo: 'Ambulance 14' }
      : null,
  type,
  carePathway: { id: 'cp1', name: 'COPD' },
})
const admitted = eventOf('Admission', 600)
const gone: Partial<Patient> = {
  wardAdmission: null,
  admissionEvents: [eventOf('Discharge', 0), admitted],
}

const open = async (over: Partial<Patient>, permissions = rights) => {
  const fake = clinicalRuntime()
  fake.view('patientRecord').set(answered([patientOf({ admissionEvents: [admitted], ...over })]))
  openClinical('/patient/p1/notes', {
    fake,
    rooms: [admissionRoom, stayRoom],
    permissions: { permissions, features: ['wards', 'continuousMonitoring'] },
  })
  await screen.findByRole('heading', { level: 2, name: 'Notes' })
  return fake
}
const button = (name: string) => screen.queryByRole('button', { name })

test('a record that is open while somebody else discharges the patient says when, by whom, from where and why, and offers no monitoring', async () => {
  const fake = await open({})
  expect(screen.queryByText(/^Discharged/)).toBeNull()
  expect(button('Start monitoring')).not.toBeNull()
  expect(button('Discharge from ward')).not.toBeNull()
  act(() => fake.view('patientRecord').set(answered([patientOf(gone)])))
  const banner = screen
    .getByText(/^Discharged (\d\d-\w{3}-\d{4} )?\d\d:\d\d by Callum Fraser\.$/)
    .closest('[role]')
  expect(banner?.getAttribute('role')).toBe('status')
  expect(banner?.textContent).toMatch(
    /Ward: Willow\. Reason: Transfer to hospital \(emergency\)\.Ambulance 14$/,
  )
  expect(button('Start monitoring')).toBeNull()
  expect(button('Discharge from ward')).toBeNull()
  expect(button('Admit to ward')).toBeNull()
})

test('admitting a discharged patient again is offered to who may admit', async () => {
  await open(gone, [...rights, 'admit_ward_patients'])
  expect(button('Admit to ward')).not.toBeNull()
})

test('who was admitted again, or never was, is not told as discharged', async () => {
  await open({ admissionEvents: [eventOf('Discharge', 60), admitted] })
  expect(screen.queryByText(/^Discharged/)).toBeNull()
  cleanup()
  await open({ wardAdmission: null, admissionEvents: [] })
  expect(screen.queryByText(/^Discharged/)).toBeNull()
})
