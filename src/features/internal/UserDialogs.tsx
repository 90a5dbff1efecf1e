import {
  inviteAdministrator,
  inviteInternalUser,
  updateUserName,
  updateUserRoles,
  type InternalOrganization,
  type InternalUser,
} from '../../data/internal'
import { useCommand } from '../../engine/react'
import { internalTexts, type InternalTexts } from '../../texts/internal'
import { useEdition } from '../../ui/edition'
import { FormDialog, useCommandForm } from '../../ui/form-kit'

interface DialogProps {
  readonly user: InternalUser
  readonly onClose: () => void
}

/** Who is invited. @param hint what that makes of them */
const personFields = ({ invite, rename }: InternalTexts['users'], hint: string) => [
  {
    kind: 'email',
    name: 'email',
    label: invite.email,
    hint,
    required: true,
    missing: invite.missing,
    autoFocus: true,
  } as const,
  { kind: 'text', name: 'firstName', label: rename.firstName, maxLength: 100 } as const,
  { kind: 'text', name: 'lastName', label: rename.lastName, maxLength: 100 } as const,
]

/** Makes a colleague, who is internal staff, too. */
export function InviteColleague({ onClose }: Pick<DialogProps, 'onClose'>) {
  const texts = internalTexts(useEdition()).users
  const t = texts.invite
  const form = useCommandForm({
    command: useCommand(inviteInternalUser),
    fields: personFields(texts, t.text),
    before: { email: '', firstName: '', lastName: '' },
    toInput: (read) => read,
    argument: 'user',
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t.action}
      submitLabel={t.save}
      failed={t.failed}
      onClose={onClose}
    />
  )
}

/** Asks somebody to administer an organisation that has no user yet. */
export function InviteAdministrator({
  organization,
  onClose,
}: Pick<DialogProps, 'onClose'> & { readonly organization: InternalOrganization }) {
  const texts = internalTexts(useEdition()).users
  const t = texts.inviteAdministrator
  const form = useCommandForm({
    command: useCommand(inviteAdministrator),
    fields: personFields(texts, t.text),
    before: { email: '', firstName: '', lastName: '' },
    toInput: (read) => ({ ...read, organizationId: organization.id }),
    argument: 'user',
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t.action}
      submitLabel={texts.invite.save}
      failed={t.failed}
      onClose={onClose}
    />
  )
}

/** Changes the name of a user. */
export function RenameUser({ user, onClose }: DialogProps) {
  const t = internalTexts(useEdition()).users.rename
  const form = useCommandForm({
    command: useCommand(updateUserName),
    fields: [
      {
        kind: 'text',
        name: 'firstName',
        label: t.firstName,
        maxLength: 100,
        autoFocus: true,
      } as const,
      { kind: 'text', name: 'lastName', label: t.lastName, maxLength: 100 } as const,
    ],
    before: { firstName: user.firstName ?? '', lastName: user.lastName ?? '' },
    toInput: (read) => ({ ...read, userId: user.id }),
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t.action}
      submitLabel={t.save}
      failed={t.failed}
      onClose={onClose}
    />
  )
}

/** Changes the roles of a user in an organisation. */
export function UserRoles({
  user,
  organization,
  onClose,
}: DialogProps & { readonly organization: InternalOrganization }) {
  const texts = internalTexts(useEdition()).users
  const t = texts.changeRoles
  const form = useCommandForm({
    command: useCommand(updateUserRoles),
    fields: [
      {
        kind: 'multiSelect',
        name: 'roles',
        label: texts.roles,
        required: true,
        missing: t.missing,
        options: organization.roles.map((value) => ({ value, label: value })),
      } as const,
    ],
    before: { roles: user.roles.filter((role) => organization.roles.includes(role)) },
    toInput: (read) => ({ ...read, userId: user.id, organizationId: organization.id }),
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t.action}
      submitLabel={t.save}
      failed={t.failed}
      onClose={onClose}
    />
  )
}
