import { paths } from '../../ui/paths'
import type { Room } from '../../ui/room'

export const usersRoom: Room = {
  id: 'users',
  routes: [
    {
      access: { path: paths.addUser(), access: 'member', permission: 'create_users' },
      layout: 'standard',
      offline: 'answer',
      title: (texts) => texts.doors.addUser,
      load: () => import('./AddUserScreen').then((module) => module.AddUserScreen),
    },
  ],
  settingsTabs: [
    {
      id: 'users',
      order: 10,
      label: (texts) => texts.doors.users,
      action: 'user.view',
      offline: 'answer',
      load: () => import('./UsersTab').then((module) => module.UsersTab),
    },
    {
      id: 'roles',
      order: 15,
      label: (texts) => texts.doors.roles,
      action: 'role.edit',
      offline: 'answer',
      load: () => import('./RolesTab').then((module) => module.RolesTab),
    },
  ],
}
