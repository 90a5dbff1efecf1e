import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { invitations, userOrganizations } from '../../data/session'
import { may } from '../../domain/access/may'
import { useAnswer, useSession, useUnsent } from '../../engine/react'
import type { Me } from '../../domain/user/me'
import { useTexts } from '../../ui/edition'
import { UserMenu } from '../../ui/layout'
import { useLeave } from '../../ui/leaving'
import { paths } from '../../ui/paths'
import { release } from '../../domain/release/current'
import { AppearancePicker } from './AppearancePicker'
import { EditionPicker } from './EditionPicker'
import styles from './frames.module.css'

const nameOf = (me: Me): string => [me.firstName, me.lastName].filter(Boolean).join(' ') || me.email

/**
 * Which organisation the user acts for; only for members of several. Those of the sign-in until the
 * server says which they are now.
 */
function OrganizationSwitcher({ me }: { readonly me: Me }) {
  const t = useTexts().shell.userMenu
  const { setActingOrganization } = useSession()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const known = useAnswer(userOrganizations, undefined).value ?? me.organizations
  if (known.length < 2) return null
  const act = async (organizationId: string) => {
    setBusy(true)
    setFailed(false)
    const result = await setActingOrganization(organizationId)
    setBusy(false)
    if (result.kind === 'refused') return setFailed(true)
    return navigate(paths.home()) // what was open belongs to the organisation that was left
  }
  return (
    <NativeSelect
      label={t.actingAs}
      value={me.actingOrganization.id}
      disabled={busy}
      error={failed ? t.switchFailed : undefined}
      onChange={(event) => void act(event.currentTarget.value)}
      data={known.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}

/** Which organisations ask the user to be one of theirs: the account page has them. */
function Invitations({ onOpen }: { readonly onOpen: () => void }) {
  const t = useTexts().shell.userMenu
  const asked = useAnswer(invitations, undefined).value ?? []
  const open = asked.filter(({ hasExpired }) => !hasExpired)
  if (open.length === 0) return null
  return (
    <ul className={styles['invitations']}>
      {open.map(({ id, organization }) => (
        <li key={id}>
          <Link to={paths.account()} onClick={onOpen}>
            {t.invitation(organization.name)}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Account, unsent work, organisation, appearance, language and sign-out of who is signed in. */
export function ShellUserMenu({ me }: { readonly me: Me }) {
  const { shell: t, doors } = useTexts()
  const { principal } = useSession()
  const { leave, leaving } = useLeave()
  const { waiting, refused } = useUnsent()
  const unsent = waiting + refused
  const isByLink = me.sharedRecord != null
  const name = isByLink ? t.accessLink : nameOf(me)
  return (
    <UserMenu
      name={name}
      menuName={t.userMenu.open(name)}
      {...(isByLink ? {} : { detail: me.email })}
      items={[
        ...(principal?.acceptedTerms ? [{ label: t.userMenu.account, to: paths.account() }] : []),
        ...(principal?.kind === 'user'
          ? [{ label: t.userMenu.sync(unsent), to: paths.sync() }]
          : []),
        ...(principal?.acceptedTerms && principal.kind === 'user'
          ? [{ label: doors.about, to: paths.about() }]
          : []),
        // Nobody signed in: a link is left by closing the page.
        ...(isByLink
          ? []
          : [{ label: leaving ? t.userMenu.signingOut : t.userMenu.signOut, onSelect: leave }]),
      ]}
    >
      {(close) => (
        <div className={styles['menu']}>
          {!isByLink && <OrganizationSwitcher me={me} />}
          {principal !== null && may(principal, 'invitation.answer') && (
            <Invitations onOpen={close} />
          )}
          <EditionPicker />
          <AppearancePicker />
          <p className={styles['release']}>{t.userMenu.release(release)}</p>
        </div>
      )}
    </UserMenu>
  )
}
