import { useState } from 'react'
import { createRole, deleteRole, roles, updateRole, type OrganizationRole } from '../../data/user'
import { permissions, type Permission } from '../../domain/access/permissions'
import { longestRoleDescription, longestRoleName } from '../../domain/user/administration'
import { useAnswer, useCommand } from '../../engine/react'
import { permissionTexts } from '../../texts/permissions'
import { usersTexts } from '../../texts/users'
import { usePrincipal } from '../../ui/access'
import { useEdition, useTexts } from '../../ui/edition'
import {
  FormDialog,
  useCommandForm,
  useConfirmCommand,
  type Doing,
  type FieldSpec,
} from '../../ui/form-kit'
import { DataTable, RowButtons, type RowAction } from '../../ui/table'
import { matrixColumns, matrixRows, roleColumns } from './columns'

type RoleField = 'name' | 'description' | 'permissions'

/** The fields of a role; a permission that this user lacks is not theirs to give. */
const useFields = (): readonly FieldSpec<RoleField>[] => {
  const edition = useEdition()
  const t = usersTexts(edition).roles
  const held: ReadonlySet<Permission> = usePrincipal()?.permissions ?? new Set()
  return [
    {
      kind: 'text',
      name: 'name',
      label: t.name,
      required: true,
      missing: t.nameRequired,
      maxLength: longestRoleName,
      autoFocus: true,
    },
    { kind: 'text', name: 'description', label: t.description, maxLength: longestRoleDescription },
    {
      kind: 'multiSelect',
      name: 'permissions',
      label: t.permissions,
      required: true,
      missing: t.permissionsRequired,
      options: permissions.map((key) => ({
        value: key,
        label: permissionTexts(edition)[key],
        ...(held.has(key) ? {} : { disabled: true, reason: t.lacking }),
      })),
    },
  ]
}

function RoleForm<Input>({
  command,
  known,
  words,
  onClose,
}: {
  readonly command: Doing<Input, OrganizationRole>
  /** Null: a new one. */
  readonly known: OrganizationRole | null
  readonly words: { readonly title: string; readonly save: string; readonly failed: string }
  readonly onClose: () => void
}) {
  const form = useCommandForm<
    Readonly<Record<RoleField, string | readonly string[]>>,
    Input,
    OrganizationRole
  >({
    command,
    fields: useFields(),
    before: {
      name: known?.name ?? '',
      description: known?.description ?? '',
      permissions: known?.permissions ?? [],
    },
    toInput: (read) => ({ ...read, ...(known === null ? {} : { id: known.id }) }),
    argument: 'role',
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={words.title}
      size="large"
      submitLabel={words.save}
      submitDisabled={!form.edited}
      failed={words.failed}
      onClose={onClose}
    />
  )
}

function AddRole({ onClose }: { readonly onClose: () => void }) {
  const { action: title, ...words } = usersTexts(useEdition()).roles.add
  return (
    <RoleForm
      command={useCommand(createRole)}
      known={null}
      words={{ ...words, title }}
      onClose={onClose}
    />
  )
}

function ChangeRole({
  role,
  onClose,
}: {
  readonly role: OrganizationRole
  readonly onClose: () => void
}) {
  const { title, ...words } = usersTexts(useEdition()).roles.edit
  return (
    <RoleForm
      command={useCommand(updateRole)}
      known={role}
      words={{ ...words, title: title(role.name) }}
      onClose={onClose}
    />
  )
}

/** /settings/roles: what the roles of the organisation permit, and its own ones to change. */
export function RolesTab() {
  const edition = useEdition()
  const t = usersTexts(edition).roles
  const { blocked: reasons } = useTexts().ui
  const answer = useAnswer(roles, undefined)
  const [open, setOpen] = useState<'add' | OrganizationRole | null>(null)
  const { blocked } = useCommand(createRole)
  const disabled = blocked === null ? null : reasons[blocked]
  const remove = useConfirmCommand(
    useCommand(deleteRole),
    ({ name }: OrganizationRole) => ({
      title: t.remove.title,
      text: t.remove.sure(name),
      confirmLabel: t.remove.action,
      danger: true,
      failed: t.remove.failed,
    }),
    { toInput: ({ id }) => ({ id: id ?? '' }) },
  )
  const menu = (role: OrganizationRole): readonly RowAction[] => {
    if (role.id === null) return []
    const off = disabled ?? (role.mayGive ? null : t.holdsMore)
    const isHeld = role.numberOfUsers > 0
    return [
      {
        label: t.edit.action,
        action: 'role.edit',
        disabled: off,
        onSelect: () => setOpen(role),
      },
      {
        label: t.remove.action,
        action: 'role.edit',
        danger: true,
        disabled: off ?? (isHeld ? t.held(role.numberOfUsers) : null),
        onSelect: () => remove.ask(role),
      },
    ]
  }
  const add = {
    label: t.add.action,
    action: 'role.edit',
    disabled,
    onSelect: () => setOpen('add'),
  } as const
  const close = () => setOpen(null)
  return (
    <>
      <h2>{t.title}</h2>
      <p>{t.text}</p>
      <DataTable
        caption={t.title}
        columns={roleColumns(edition)}
        answer={answer}
        view="role.edit"
        rowKey={({ name }) => name}
        rowName={({ name }) => name}
        menu={menu}
        tools={<RowButtons actions={[add]} />}
        empty={t.empty}
        failed={t.failed}
      />
      {answer.value !== null && (
        <>
          <h3>{t.matrix}</h3>
          <DataTable
            caption={t.matrix}
            columns={matrixColumns(edition, answer.value)}
            answer={{ ...answer, value: matrixRows }}
            pageSize={matrixRows.length}
            view="role.edit"
            rowKey={(permission) => permission}
            rowName={(permission) => permissionTexts(edition)[permission]}
            empty={t.empty}
            failed={t.failed}
          />
        </>
      )}
      {open === 'add' && <AddRole onClose={close} />}
      {open !== null && open !== 'add' && <ChangeRole role={open} onClose={close} />}
      {remove.dialog}
    </>
  )
}
