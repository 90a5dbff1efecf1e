import { Link } from 'react-router-dom'
import type { OrganizationRole, OrganizationUser } from '../../data/user'
import { permissions, type Permission } from '../../domain/access/permissions'
import type { Edition } from '../../domain/organization/organization'
import { formatDateTime } from '../../domain/time'
import { permissionTexts } from '../../texts/permissions'
import { usersTexts } from '../../texts/users'
import { Dash } from '../../ui/clinical'
import { Tooltip } from '../../ui/feedback'
import { paths } from '../../ui/paths'
import type { Column } from '../../ui/table'
import styles from './users.module.css'

function Wards({
  wards,
  linked,
  edition,
}: {
  readonly wards: OrganizationUser['wards']
  readonly linked: boolean
  readonly edition: Edition
}) {
  const t = usersTexts(edition)
  if (wards.length === 0)
    return (
      <Tooltip label={t.unassignedText}>
        {/* The tooltip has to be reached by keys, too. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <span className={styles['chip']} tabIndex={0}>
          {t.unassigned}
        </span>
      </Tooltip>
    )
  return (
    <span className={styles['chips']}>
      {wards.map(({ id, name }) =>
        linked ? (
          <Link key={id} className={styles['chip']} to={paths.ward(id, 'staff')}>
            {name}
          </Link>
        ) : (
          <span key={id} className={styles['chip']}>
            {name}
          </span>
        ),
      )}
    </span>
  )
}

/**
 * The columns of the users, in their order (O147).
 * @param wards whether the organisation has wards, and whether this user may open them
 */
export const userColumns = (
  edition: Edition,
  wards: 'none' | 'named' | 'linked',
): readonly Column<OrganizationUser>[] => {
  const { headings, never, invitation } = usersTexts(edition)
  return [
    {
      id: 'FIRST_NAME',
      heading: headings.firstName,
      cell: ({ firstName }) => firstName,
      sortable: true,
    },
    {
      id: 'LAST_NAME',
      heading: headings.lastName,
      cell: ({ lastName }) => lastName,
      sortable: true,
    },
    {
      id: 'EMAIL',
      heading: headings.email,
      cell: ({ email }) => email,
      sortable: true,
      rowHeader: true,
    },
    {
      id: 'wards',
      heading: headings.wards,
      cell: (user) => <Wards wards={user.wards} linked={wards === 'linked'} edition={edition} />,
      shown: wards !== 'none',
    },
    { id: 'roles', heading: headings.roles, cell: ({ roles }) => roles.join(', ') },
    { id: 'jobRole', heading: headings.jobRole, cell: ({ jobRole }) => jobRole },
    {
      id: 'LAST_LOGIN',
      heading: headings.lastLogin,
      cell: ({ lastLoginAt, invitation: asked }) =>
        asked !== null
          ? (asked.hasExpired ? invitation.expired : invitation.open)(
              formatDateTime(asked.expiresAt, edition),
            )
          : lastLoginAt === null
            ? never
            : formatDateTime(lastLoginAt, edition),
      sortable: true,
    },
  ]
}

/** The columns of the roles, in their order. */
export const roleColumns = (edition: Edition): readonly Column<OrganizationRole>[] => {
  const t = usersTexts(edition).roles
  return [
    {
      id: 'name',
      heading: t.headings.name,
      cell: ({ name }) => name,
      sortBy: ({ name }) => name,
      rowHeader: true,
    },
    {
      id: 'description',
      heading: t.headings.description,
      cell: ({ description }) => description,
    },
    { id: 'kind', heading: t.headings.kind, cell: ({ id }) => (id === null ? t.builtIn : t.own) },
    {
      id: 'users',
      heading: t.headings.users,
      cell: ({ numberOfUsers }) => numberOfUsers,
      sortBy: ({ numberOfUsers }) => numberOfUsers,
      align: 'end',
    },
  ]
}

/** A column for the permission in words, and one for each role that says whether it holds it. */
export const matrixColumns = (
  edition: Edition,
  roles: readonly OrganizationRole[],
): readonly Column<Permission>[] => {
  const t = usersTexts(edition).roles
  return [
    {
      id: 'permission',
      heading: t.permission,
      cell: (permission) => permissionTexts(edition)[permission],
      rowHeader: true,
    },
    ...roles.map((role) => ({
      id: `role ${role.name}`,
      heading: role.name,
      cell: (permission: Permission) =>
        role.permissions.includes(permission) ? t.yes : <Dash says={t.notGranted} />,
    })),
  ]
}

/** Every permission, in the order of the matrix. */
export const matrixRows: readonly Permission[] = permissions
