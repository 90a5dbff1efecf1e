import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import {
  createIdentityProviderUser,
  organizationUsers,
  passwordResetLink,
  sendWelcomeEmail,
  type InternalOrganization,
  type InternalUser,
} from '../../../data/internal'
import { useAnswer, useCommand, useSession } from '../../../engine/react'
import { internalTexts } from '../../../texts/internal'
import { useEdition, useTexts } from '../../../ui/edition'
import { showToast } from '../../../ui/feedback'
import { useConfirmCommand } from '../../../ui/form-kit'
import { DataTable, type RowAction } from '../../../ui/table'
import { nameOf, userColumns } from '../columns'
import styles from '../internal.module.css'
import { useLoginAs } from '../use-login-as'
import { InviteAdministrator, InviteColleague, RenameUser, UserRoles } from '../UserDialogs'

/** What is asked before it is done with the account of a user. */
const useAccountActions = (organizationId: string) => {
  const t = internalTexts(useEdition()).users
  const toInput = ({ id }: InternalUser) => ({ userId: id, organizationId })
  const welcome = useConfirmCommand(
    useCommand(sendWelcomeEmail),
    ({ email }: InternalUser) => ({
      title: t.welcome.title,
      text: t.welcome.text(email),
      confirmLabel: t.welcome.action,
      failed: t.welcome.failed,
    }),
    { toInput },
  )
  const provider = useConfirmCommand(
    useCommand(createIdentityProviderUser),
    ({ email }: InternalUser) => ({
      title: t.provider.title,
      text: t.provider.text(email),
      confirmLabel: t.provider.action,
      failed: t.provider.failed,
    }),
    { toInput },
  )
  const reset = useConfirmCommand(
    useCommand(passwordResetLink),
    ({ email }: InternalUser) => ({
      title: t.reset.title,
      text: t.reset.text(email),
      confirmLabel: t.reset.action,
      danger: true,
      failed: t.reset.failed,
    }),
    {
      toInput,
      onDone: (_sent, { id, email }) => showToast(`reset ${id}`, t.reset.sent(email)),
    },
  )
  return {
    welcome: welcome.ask,
    provider: provider.ask,
    reset: reset.ask,
    dialogs: (
      <>
        {welcome.dialog}
        {provider.dialog}
        {reset.dialog}
      </>
    ),
  }
}

type Open = { readonly kind: 'name' | 'roles'; readonly user: InternalUser }

/** The users of an organisation, and what internal staff can do with them. */
export function OrganizationUsers({
  organization,
}: {
  readonly organization: InternalOrganization
}) {
  const edition = useEdition()
  const t = internalTexts(edition).users
  const { blocked: reasons } = useTexts().ui
  const [includeDeleted, setIncludeDeleted] = useState(false)
  const [open, setOpen] = useState<Open | null>(null)
  const users = useAnswer(organizationUsers, { organizationId: organization.id, includeDeleted })
  const { me } = useSession()
  const [isInviting, setInviting] = useState(false)
  const isOwn = organization.type === 'internal' && organization.id === me?.actingOrganization.id
  const isWithoutUsers =
    users.value?.every(
      ({ hasAccepted, isSelfCare, deletedAt }) => !hasAccepted || isSelfCare || deletedAt !== null,
    ) === true
  const { blocked } = useCommand(sendWelcomeEmail)
  const account = useAccountActions(organization.id)
  const acting = useLoginAs()
  const off = blocked === null ? null : reasons[blocked]
  const menu = (user: InternalUser): readonly RowAction[] => {
    const shared = { action: 'internal.use', disabled: off } as const
    if (user.deletedAt !== null) return []
    const again = { ...shared, label: t.welcome.action, onSelect: () => account.welcome(user) }
    if (!user.hasAccepted) return user.hasProviderUser === null ? [] : [again]
    const ofRoles: readonly RowAction[] =
      organization.type === 'internal' || user.isSelfCare
        ? []
        : [
            {
              ...shared,
              label: t.changeRoles.action,
              onSelect: () => setOpen({ kind: 'roles', user }),
            },
          ]
    // Without a word of the identity provider, this house does not manage accounts there.
    const ofAccount: readonly RowAction[] =
      user.hasProviderUser === null
        ? []
        : [
            again,
            ...(user.hasProviderUser
              ? [{ ...shared, label: t.reset.action, onSelect: () => account.reset(user) }]
              : [{ ...shared, label: t.provider.action, onSelect: () => account.provider(user) }]),
          ]
    const ofActing: readonly RowAction[] =
      user.hasProviderUser === true && organization.type !== 'internal'
        ? [{ ...shared, label: t.loginAs.action, onSelect: () => acting.ask(user) }]
        : []
    return [
      ...ofActing,
      { ...shared, label: t.rename.action, onSelect: () => setOpen({ kind: 'name', user }) },
      ...ofRoles,
      ...ofAccount,
    ]
  }
  const close = () => setOpen(null)
  return (
    <section className={styles['section']} aria-labelledby="users-heading">
      <h2 id="users-heading">{t.of(organization.name)}</h2>
      <DataTable
        caption={t.list}
        columns={userColumns(edition, includeDeleted)}
        answer={users}
        view="internal.use"
        failed={t.failed}
        empty={{ title: t.empty }}
        rowKey={({ id }) => id}
        rowName={(user) => nameOf(user) || user.email}
        menu={menu}
        search={{ label: t.search, of: (user) => `${nameOf(user)} ${user.email}` }}
        tools={
          <>
            <Checkbox
              label={t.includeDeleted}
              checked={includeDeleted}
              onChange={(event) => setIncludeDeleted(event.currentTarget.checked)}
            />
            {(isOwn || isWithoutUsers) && (
              <Button disabled={off !== null} onClick={() => setInviting(true)}>
                {isOwn ? t.invite.action : t.inviteAdministrator.action}
              </Button>
            )}
          </>
        }
      />
      {isInviting &&
        (isOwn ? (
          <InviteColleague onClose={() => setInviting(false)} />
        ) : (
          <InviteAdministrator organization={organization} onClose={() => setInviting(false)} />
        ))}
      {open?.kind === 'name' && <RenameUser user={open.user} onClose={close} />}
      {open?.kind === 'roles' && (
        <UserRoles user={open.user} organization={organization} onClose={close} />
      )}
      {account.dialogs}
      {acting.dialog}
    </section>
  )
}
