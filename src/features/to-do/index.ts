import type { Room } from '../../ui/room'

export const toDoRoom: Room = {
  id: 'to-do',
  routes: [],
  patientActions: [
    {
      id: 'tasks',
      order: 4,
      label: (texts) => texts.doors.patientTasks,
      action: 'patient-work.view',
      look: () => 'first',
      offline: 'works',
      load: () => import('./TasksDialog').then((module) => module.TasksDialog),
    },
  ],
}
