import type { Room } from '../../ui/room'

export const notesRoom: Room = {
  id: 'notes',
  routes: [],
  patientTabs: [
    {
      id: 'notes',
      order: 40,
      label: (texts) => texts.doors.notes,
      action: 'note.view',
      offline: 'kept',
      load: () => import('./NotesTab').then((module) => module.NotesTab),
    },
  ],
  patientActions: [
    {
      id: 'note',
      order: 5,
      label: (texts) => texts.doors.addNote,
      action: 'note.add',
      look: () => 'first',
      offline: 'works',
      load: () => import('./NoteDialog').then((module) => module.NoteDialog),
    },
  ],
}
