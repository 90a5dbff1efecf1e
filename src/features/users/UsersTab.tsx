import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import {
  deleteUser,
  passwordResetUrl,
  requireSecondFactor,
  sendInvitationAgain,
  unenrollUserFromTotpMfa,
  users,
  type OrganizationUser,
  type UserSort,
} from '../../data/user'
import { may } from '../../domain/access/may'
import { formatStaffName } from '../../domain/identity'
import { useAnswer, useCommand, useSession } from '../../engine/react'
import { usersTexts } from '../../texts/users'
import { usePrincipal } from '../../ui/access'
import { useEdition, useTexts } from '../../ui/edition'
import { showToast } from '../../ui/feedback'
import { useConfirmCommand } from '../../ui/form-kit'
import { paths } from '../../ui/paths'
import { DataTable, RowButtons, useTableQuery, type RowAction } from '../../ui/table'
import { userColumns } from './columns'
import { EditUser } from './EditUser'
import styles from './users.module.css'

/** Users a page (O145). */
const take = 20

const nameOf = (user: OrganizationUser): string => formatStaffName(user)

const sorts: readonly UserSort[] = ['EMAIL', 'FIRST_NAME', 'LAST_NAME', 'LAST_LOGIN']
const isSort = (column: string): column is UserSort => sorts.some((sort) => sort === column)

/** Mails a user a link to choose a password. */
const useReset = () => {
  const t = usersTexts(useEdition()).reset
  return useConfirmCommand(
    useCommand(passwordResetUrl),
    (user: OrganizationUser) => ({
      title: t.title,
      text: t.sure(nameOf(user), user.email),
      confirmLabel: t.confirm,
      failed: ({ said }) => said || t.failed,
      failure: 'toast',
    }),
    {
      toInput: ({ id }) => ({ userId: id, portalUrl: window.location.origin }),
      onDone: (_sent, { id, email }) => showToast(`reset ${id}`, t.sent(email)),
    },
  )
}

const useRemove = () => {
  const t = usersTexts(useEdition()).remove
  return useConfirmCommand(
    useCommand(deleteUser),
    (user: OrganizationUser) => ({
      title: t.title,
      text: (
        <>
          <p>{t.sure(nameOf(user))}</p>
          <p>{t.effect}</p>
        </>
      ),
      confirmLabel: t.action,
      danger: true,
      failed: t.failed,
    }),
    { toInput: ({ id }) => ({ userId: id }) },
  )
}

/** Sends the mail of an invitation again. */
const useInviteAgain = () => {
  const t = usersTexts(useEdition()).invitation.again
  return useConfirmCommand(
    useCommand(sendInvitationAgain),
    ({ email }: OrganizationUser) => ({
      title: t.title,
      text: t.sure(email),
      confirmLabel: t.confirm,
      failed: ({ said }) => said || t.failed,
    }),
    {
      toInput: ({ id }) => ({ userId: id, portalUrl: window.location.origin }),
      onDone: (_sent, { id, email }) => showToast(`invited ${id}`, t.sent(email)),
    },
  )
}

const useWithdraw = () => {
  const t = usersTexts(useEdition()).invitation.withdraw
  return useConfirmCommand(
    useCommand(deleteUser),
    ({ email }: OrganizationUser) => ({
      title: t.title,
      text: (
        <>
          <p>{t.sure(email)}</p>
          <p>{t.effect}</p>
        </>
      ),
      confirmLabel: t.action,
      danger: true,
      failed: t.failed,
    }),
    { toInput: ({ id }) => ({ userId: id }) },
  )
}

const useUnenrol = () => {
  const t = usersTexts(useEdition()).unenrol
  return useConfirmCommand(
    useCommand(unenrollUserFromTotpMfa),
    (user: OrganizationUser) => ({
      title: t.title,
      text: (
        <>
          <p>{t.sure(nameOf(user))}</p>
          <p>{t.effect}</p>
        </>
      ),
      confirmLabel: t.confirm,
      danger: true,
      failed: t.failed,
    }),
    { toInput: ({ id }) => ({ userId: id }) },
  )
}

/** Whether every user must have a second factor, asked and done. */
const useFactorDuty = () => {
  const t = usersTexts(useEdition()).factor
  const { refreshMe } = useSession()
  return useConfirmCommand(
    useCommand(requireSecondFactor),
    ({ required }: { readonly required: boolean }) => ({
      title: required ? t.require : t.stop,
      text: required ? (
        <>
          <p>{t.sure}</p>
          <p>{t.effect}</p>
        </>
      ) : (
        <p>{t.stopSure}</p>
      ),
      confirmLabel: required ? t.require : t.stop,
      failed: ({ kind }) => (kind === 'conflict' ? t.first : t.failed),
    }),
    { toInput: (given) => given, onDone: () => void refreshMe() },
  )
}

/** /settings/users: who belongs to the organisation, and what can be done with them. */
export function UsersTab() {
  const edition = useEdition()
  const t = usersTexts(edition)
  const { blocked: reasons } = useTexts().ui
  const navigate = useNavigate()
  const { me } = useSession()
  const principal = usePrincipal()
  const control = useTableQuery({ take, sort: { column: 'EMAIL', descending: false } })
  const { search, sort, skip } = control.query
  const answer = useAnswer(users, {
    search,
    take,
    skip,
    sort: sort !== null && isSort(sort.column) ? sort.column : 'EMAIL',
    descending: sort?.descending ?? false,
  })
  const [editing, setEditing] = useState<OrganizationUser | null>(null)
  const [reset, remove, unenrol] = [useReset(), useRemove(), useUnenrol()]
  const [again, withdraw] = [useInviteAgain(), useWithdraw()]
  const duty = useFactorDuty()
  const isRequired = me?.actingOrganization.requiresSecondFactor === true
  const { blocked } = useCommand(deleteUser)
  const disabled = blocked === null ? null : reasons[blocked]
  const isOurs = answer.value?.signInsAreOurs === true
  const wards =
    principal?.features.has('wards') !== true
      ? 'none'
      : may(principal, 'ward.view')
        ? 'linked'
        : 'named'
  const menu = (user: OrganizationUser): readonly RowAction[] => {
    const act = { action: 'user.change', disabled } as const
    const ofSignIn = [
      { ...act, label: t.reset.action, onSelect: () => reset.ask(user) },
      ...(user.enrolledInTotpMfa
        ? [{ ...act, label: t.unenrol.action, onSelect: () => unenrol.ask(user) }]
        : []),
    ]
    const change = { ...act, label: t.edit.action, onSelect: () => setEditing(user) }
    if (user.invitation !== null)
      return [
        change,
        ...(isOurs
          ? [{ ...act, label: t.invitation.again.action, onSelect: () => again.ask(user) }]
          : []),
        {
          ...act,
          label: t.invitation.withdraw.action,
          danger: true,
          onSelect: () => withdraw.ask(user),
        },
      ]
    return [
      change,
      {
        ...act,
        label: t.remove.action,
        danger: true,
        disabled: disabled ?? (user.id === me?.id ? t.yourself : null),
        onSelect: () => remove.ask(user),
      },
      ...(isOurs ? ofSignIn : []),
    ]
  }
  const add = {
    label: t.add.action,
    action: 'user.change',
    disabled,
    onSelect: () => void navigate(paths.addUser()),
  } as const
  const factor = {
    label: isRequired ? t.factor.stop : t.factor.require,
    action: 'organization.require-second-factor',
    disabled,
    onSelect: () => duty.ask({ required: !isRequired }),
  } as const
  return (
    <>
      <h2 className={styles['heading']}>{t.title}</h2>
      <DataTable
        caption={t.title}
        columns={userColumns(edition, wards)}
        answer={answer}
        server={control}
        view="user.view"
        rowKey={({ id }) => id}
        rowName={nameOf}
        menu={menu}
        search={{ label: t.search }}
        tools={<RowButtons actions={isOurs ? [factor, add] : [factor]} />}
        empty={t.empty}
        failed={t.failed}
      />
      {editing !== null && (
        <EditUser user={editing} name={nameOf(editing)} onClose={() => setEditing(null)} />
      )}
      {reset.dialog}
      {remove.dialog}
      {unenrol.dialog}
      {again.dialog}
      {withdraw.dialog}
      {duty.dialog}
    </>
  )
}
