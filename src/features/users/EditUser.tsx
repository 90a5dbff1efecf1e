import { Button } from '@mantine/core'
import {
  roles,
  updateUserOrganization,
  type OrganizationRole,
  type OrganizationUser,
} from '../../data/user'
import { useAnswer, useCommand } from '../../engine/react'
import { usersTexts } from '../../texts/users'
import { useEdition, useTexts } from '../../ui/edition'
import { Await, Dialog } from '../../ui/feedback'
import { FormDialog, useCommandForm } from '../../ui/form-kit'

interface EditUserProps {
  readonly user: OrganizationUser
  readonly name: string
  readonly onClose: () => void
}

function EditForm({
  user,
  name,
  known,
  onClose,
}: EditUserProps & { readonly known: readonly OrganizationRole[] }) {
  const { add, edit } = usersTexts(useEdition())
  const shown = known.filter((role) => !role.isSystemRole || user.roles.includes(role.name))
  const form = useCommandForm({
    command: useCommand(updateUserOrganization),
    fields: [
      {
        kind: 'multiSelect',
        name: 'roles',
        label: edit.roles,
        required: true,
        missing: add.roleRequired,
        options: shown.map((role) => ({
          value: role.name,
          label: role.name,
          disabled: !role.mayGive,
          reason: role.mayGive ? role.description : `${role.description} (${add.roleHoldsMore})`,
        })),
      },
      {
        kind: 'text',
        name: 'jobRole',
        label: add.jobRole,
        placeholder: add.jobRolePlaceholder,
        hint: add.jobRoleHint,
        maxLength: 100,
      },
    ],
    before: { roles: user.roles as readonly string[], jobRole: user.jobRole ?? '' },
    toInput: (read) => ({ ...read, userId: user.id }),
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={edit.title(name)}
      size="medium"
      submitLabel={edit.save}
      submitDisabled={!form.edited}
      failed={edit.failed}
      onClose={onClose}
    />
  )
}

/** Roles and job role of a user. */
export function EditUser(props: EditUserProps) {
  const { add, edit } = usersTexts(useEdition())
  const { cancel } = useTexts().ui
  const answer = useAnswer(roles, undefined)
  if (answer.value !== null) return <EditForm {...props} known={answer.value} />
  return (
    <Dialog
      title={edit.title(props.name)}
      onClose={props.onClose}
      actions={
        <Button variant="default" onClick={props.onClose}>
          {cancel}
        </Button>
      }
    >
      <Await of={answer} failed={add.rolesFailed}>
        {() => null}
      </Await>
    </Dialog>
  )
}
