import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useCall, useSession } from '../../../data/hooks'
import { organizationUsers, type InternalUser } from '../../../data/internal'
import { formatDateTime } from '../../../domain/time'
import { internalTexts } from '../../../texts/internal'
import { Dash } from '../../../ui/clinical'
import { useEdition } from '../../../ui/edition'
import { EmptyState, ErrorState } from '../../../ui/feedback'
import styles from '../internal.module.css'
import { useProblemText } from '../../../ui/problem'

/** The users of an organisation, the deleted ones too where asked for. */
export function OrganizationUsers() {
  const say = useProblemText()
  const t = internalTexts(useEdition()).users
  const edition = useEdition()
  const { me } = useSession()
  const { run, busy } = useCall(organizationUsers)
  const [organizationId, setOrganizationId] = useState(me?.actingOrganization.id ?? '')
  const [includeDeleted, setIncludeDeleted] = useState(false)
  const [users, setUsers] = useState<readonly InternalUser[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const show = async (event?: FormEvent) => {
    event?.preventDefault()
    const result = await run({ organizationId, includeDeleted })
    setUsers(result.kind === 'done' ? result.value : null)
    setFailure(result.kind === 'done' ? null : say(result.problem))
  }
  const at = (iso: string | null) => (iso === null ? <Dash /> : formatDateTime(iso, edition))
  return (
    <section className={styles['section']} aria-labelledby="users-heading">
      <h2 id="users-heading">{t.heading}</h2>
      <form className={styles['form']} onSubmit={(event) => void show(event)}>
        <NativeSelect
          label={t.organization}
          value={organizationId}
          onChange={(event) => setOrganizationId(event.currentTarget.value)}
          data={(me?.organizations ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
        <Checkbox
          label={t.includeDeleted}
          checked={includeDeleted}
          onChange={(event) => setIncludeDeleted(event.currentTarget.checked)}
        />
        <Button type="submit" variant="default" loading={busy}>
          {t.show}
        </Button>
      </form>
      {failure !== null && (
        <ErrorState
          look="line"
          title={t.failed}
          stillTrue={failure}
          onRetry={() => void show()}
          retrying={busy}
        />
      )}
      {users?.length === 0 && <EmptyState title={t.empty} />}
      {users !== null && users.length > 0 && (
        // A region that scrolls must be reachable by keys.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section className={styles['scroll']} aria-label={t.list} tabIndex={0}>
          <table className={styles['table']} aria-labelledby="users-heading">
            <thead>
              <tr>
                {[t.name, t.email, t.roles, t.jobRole, t.lastLogin, t.deleted].map((heading) => (
                  <th key={heading} scope="col">
                    {heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {users.map((user) => (
                <tr key={user.id}>
                  <th scope="row">
                    {[user.firstName, user.lastName].filter(Boolean).join(' ') || <Dash />}
                  </th>
                  <td>{user.email}</td>
                  <td>{user.roles.join(', ') || <Dash />}</td>
                  <td>{user.jobRole ?? <Dash />}</td>
                  <td>{user.lastLoginAt === null ? t.never : at(user.lastLoginAt)}</td>
                  <td>{at(user.deletedAt)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  )
}
