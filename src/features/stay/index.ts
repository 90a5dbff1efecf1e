import { may } from '../../domain/access/may'
import type { Principal } from '../../domain/access/principal'
import type { Patient } from '../../domain/patient/patient'
import type { Room } from '../../ui/room'

/**
 * Who is on a ward of this organisation can be moved and discharged: a practice sees the residents
 * of a care home too. Where a row that was kept earlier does not say whose ward it is, the server
 * decides.
 */
const isAdmittedHere = ({ wardAdmission }: Patient, principal: Principal): boolean =>
  wardAdmission !== null &&
  (wardAdmission.organization === undefined ||
    wardAdmission.organization.id === principal.organizationId) &&
  may(principal, 'patient.view')

export const stayRoom: Room = {
  id: 'stay',
  routes: [],
  patientActions: [
    {
      id: 'discharge',
      order: 10,
      label: (texts) => texts.doors.discharge,
      action: 'patient.discharge',
      look: () => 'button',
      suits: isAdmittedHere,
      load: () => import('./DischargeDialog').then((module) => module.DischargeDialog),
    },
    {
      id: 'transfer-ward',
      order: 20,
      label: (texts) => texts.doors.transferWard,
      action: 'patient.transfer',
      suits: isAdmittedHere,
      load: () => import('./TransferDialogs').then((module) => module.TransferWard),
      loadReason: () => import('./TransferReasons').then((module) => module.NoOtherWard),
    },
    {
      id: 'transfer-pathway',
      order: 30,
      label: (texts) => texts.doors.transferPathway,
      action: 'patient.transfer',
      suits: isAdmittedHere,
      load: () => import('./TransferDialogs').then((module) => module.TransferPathway),
      loadReason: () => import('./TransferReasons').then((module) => module.NoOtherPathway),
    },
  ],
}
