import { Checkbox, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useAnswer, useSession } from '../../../engine/react'
import { organizationUsers, type InternalUser } from '../../../data/internal'
import { formatDateTime } from '../../../domain/time'
import { internalTexts } from '../../../texts/internal'
import { useEdition } from '../../../ui/edition'
import { DataTable } from '../../../ui/table'
import styles from '../internal.module.css'

const nameOf = ({ firstName, lastName }: InternalUser) =>
  [firstName, lastName].filter(Boolean).join(' ')

export function OrganizationUsers() {
  const edition = useEdition()
  const t = internalTexts(edition).users
  const { me } = useSession()
  const [organizationId, setOrganizationId] = useState(me?.actingOrganization.id ?? '')
  const [includeDeleted, setIncludeDeleted] = useState(false)
  const users = useAnswer(organizationUsers, { organizationId, includeDeleted })
  const at = (iso: string | null) => iso !== null && formatDateTime(iso, edition)
  return (
    <section className={styles['section']} aria-labelledby="users-heading">
      <h2 id="users-heading">{t.heading}</h2>
      <DataTable
        caption={t.list}
        answer={users}
        failed={t.failed}
        empty={{ title: t.empty }}
        rowKey={({ id }) => id}
        rowName={(user) => nameOf(user) || user.email}
        search={{ label: t.search, of: (user) => `${nameOf(user)} ${user.email}` }}
        tools={
          <>
            <NativeSelect
              aria-label={t.organization}
              value={organizationId}
              onChange={(event) => setOrganizationId(event.currentTarget.value)}
              data={(me?.organizations ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            />
            <Checkbox
              label={t.includeDeleted}
              checked={includeDeleted}
              onChange={(event) => setIncludeDeleted(event.currentTarget.checked)}
            />
          </>
        }
        columns={[
          { id: 'name', heading: t.name, cell: nameOf, sortBy: nameOf, rowHeader: true },
          {
            id: 'email',
            heading: t.email,
            cell: (user) => user.email,
            sortBy: ({ email }) => email,
          },
          { id: 'roles', heading: t.roles, cell: ({ roles }) => roles.join(', ') },
          { id: 'jobRole', heading: t.jobRole, cell: ({ jobRole }) => jobRole },
          {
            id: 'lastLogin',
            heading: t.lastLogin,
            cell: ({ lastLoginAt }) => at(lastLoginAt) || t.never,
            sortBy: ({ lastLoginAt }) => lastLoginAt,
          },
          {
            id: 'deleted',
            heading: t.deleted,
            cell: ({ deletedAt }) => at(deletedAt),
            shown: includeDeleted,
          },
        ]}
      />
    </section>
  )
}
