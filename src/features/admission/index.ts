import type { Room } from '../../ui/room'

export const admissionRoom: Room = {
  id: 'admission',
  routes: [],
  patientListDialogs: [
    {
      id: 'admit',
      order: 10,
      label: (texts) => texts.doors.admit,
      action: 'patient.create',
      load: () => import('./AdmitDialog').then((module) => module.AdmitDialog),
    },
  ],
  patientActions: [
    {
      id: 'admit',
      order: 10,
      label: (texts) => texts.doors.admitToWard,
      action: 'patient.admit',
      look: ({ wardAdmission }) => (wardAdmission === null ? 'button' : 'menu'),
      loadReason: () => import('./AdmittedReason').then((module) => module.AdmittedReason),
      load: () => import('./AdmitDialog').then((module) => module.AdmitAction),
    },
    {
      id: 'edit',
      order: 15,
      label: (texts) => texts.doors.editPatient,
      action: 'patient.edit',
      load: () => import('./EditDialog').then((module) => module.EditDialog),
      loadReason: () => import('./KeptElsewhere').then((module) => module.KeptElsewhere),
    },
    {
      id: 'contact',
      order: 20,
      label: (texts) => texts.doors.contact,
      action: 'patient.update-contact',
      offline: 'works',
      load: () => import('./RecordDialogs').then((module) => module.ContactDialog),
      loadReason: () => import('./KeptElsewhere').then((module) => module.KeptElsewhere),
    },
    {
      id: 'flags',
      order: 30,
      label: (texts) => texts.doors.flags,
      action: 'patient.set-flags',
      load: () => import('./RecordDialogs').then((module) => module.FlagsDialog),
    },
    {
      id: 'self-care-login',
      order: 40,
      label: (texts) => texts.doors.selfCareLogin,
      action: 'patient.create-login',
      load: () => import('./RecordDialogs').then((module) => module.LoginDialog),
    },
    {
      id: 'reset-self-care-password',
      order: 50,
      label: (texts) => texts.doors.resetPassword,
      action: 'patient.reset-self-care-password',
      load: () => import('./ResetPasswordDialog').then((module) => module.ResetPasswordDialog),
      loadReason: () => import('./ResetPasswordDialog').then((module) => module.NoReset),
    },
    {
      id: 'remove',
      order: 90,
      label: (texts) => texts.doors.removePatient,
      action: 'patient.delete',
      danger: true,
      load: () => import('./RemoveDialog').then((module) => module.RemoveDialog),
    },
  ],
}
