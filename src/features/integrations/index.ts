import { may } from '../../domain/access/may'
import type { Principal } from '../../domain/access/principal'
import type { Patient } from '../../domain/patient/patient'
import { paths } from '../../ui/paths'
import type { Room } from '../../ui/room'

const access = {
  permission: 'view_ehr_integration_events',
  feature: 'ehrIntegrations',
} as const

/** What is sent is of the care pathway under which this organisation has admitted the patient. */
const isAdmittedHere = ({ wardAdmission }: Patient, principal: Principal): boolean =>
  wardAdmission !== null &&
  (wardAdmission.organization === undefined ||
    wardAdmission.organization.id === principal.organizationId) &&
  may(principal, 'patient.view')

export const integrationsRoom: Room = {
  id: 'integrations',
  routes: [
    {
      access: { path: '/integrations', access: 'member', ...access },
      layout: 'standard',
      offline: 'answer',
      title: (texts) => texts.doors.integrations,
      load: () => import('./IntegrationsScreen').then((module) => module.IntegrationsScreen),
    },
  ],
  nav: [
    {
      to: paths.integrations(),
      label: (texts) => texts.doors.integrations,
      order: 60,
      ...access,
    },
  ],
  patientActions: [
    {
      id: 'send-data',
      order: 60,
      label: (texts) => texts.doors.sendData,
      action: 'ehr-event.create',
      suits: isAdmittedHere,
      load: () => import('./SendData').then((module) => module.SendData),
      loadReason: () => import('./NoIntegration').then((module) => module.NoIntegration),
    },
  ],
}
