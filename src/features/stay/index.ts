import { may } from '../../domain/access/may'
import type { Principal } from '../../domain/access/principal'
import type { Patient } from '../../domain/patient/patient'
import type { Room } from '../../ui/room'

/** Whoever is on a ward can be moved and discharged; which ward is whose the server knows. */
const isAdmitted = ({ wardAdmission }: Patient, principal: Principal): boolean =>
  wardAdmission !== null && may(principal, 'patient.view')

export const stayRoom: Room = {
  id: 'stay',
  routes: [],
  patientActions: [
    {
      id: 'discharge',
      order: 10,
      label: (texts) => texts.doors.discharge,
      action: 'patient.discharge',
      look: 'button',
      suits: isAdmitted,
      load: () => import('./DischargeDialog').then((module) => module.DischargeDialog),
    },
    {
      id: 'transfer-ward',
      order: 20,
      label: (texts) => texts.doors.transferWard,
      action: 'patient.transfer',
      suits: isAdmitted,
      load: () => import('./TransferDialogs').then((module) => module.TransferWard),
      loadReason: () => import('./TransferReasons').then((module) => module.NoOtherWard),
    },
    {
      id: 'transfer-pathway',
      order: 30,
      label: (texts) => texts.doors.transferPathway,
      action: 'patient.transfer',
      suits: isAdmitted,
      load: () => import('./TransferDialogs').then((module) => module.TransferPathway),
      loadReason: () => import('./TransferReasons').then((module) => module.NoOtherPathway),
    },
  ],
}
