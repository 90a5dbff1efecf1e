import { Button } from '@mantine/core'
import type {
  InternalIntegration,
  InternalOrganization,
  InternalUser,
  MailTrouble,
} from '../../data/internal'
import type { Edition } from '../../domain/organization/organization'
import { formatDateTime } from '../../domain/time'
import { ehrIntegrationsTexts } from '../../texts/ehr-integrations'
import { internalTexts } from '../../texts/internal'
import type { Column } from '../../ui/table'

/** The name of a user; '' where none is known. */
export const nameOf = ({
  firstName,
  lastName,
}: Pick<InternalUser, 'firstName' | 'lastName'>): string =>
  [firstName, lastName].filter(Boolean).join(' ')

const wordOf = (words: Readonly<Record<string, string>>, key: string): string => words[key] ?? key

/** The columns of the organisations. */
export const organizationColumns = (
  edition: Edition,
  onShow: (organization: InternalOrganization) => void,
): readonly Column<InternalOrganization>[] => {
  const t = internalTexts(edition).organizations
  return [
    { id: 'name', heading: t.name, cell: ({ name }) => name, rowHeader: true },
    { id: 'type', heading: t.type, cell: ({ type }) => wordOf(t.types, type) },
    { id: 'edition', heading: t.edition, cell: (row) => wordOf(t.editions, row.edition) },
    {
      id: 'users',
      heading: t.users,
      cell: ({ numberOfUsers, numberOfPatientLogins: logins }) =>
        logins === 0 ? numberOfUsers : t.andLogins(numberOfUsers, logins),
      align: 'end',
    },
    {
      id: 'terms',
      heading: t.terms,
      cell: ({ acceptedTerms }) => (acceptedTerms ? t.accepted : t.notAccepted),
    },
    {
      id: 'factor',
      heading: t.factor,
      cell: ({ requiresSecondFactor }) => (requiresSecondFactor ? t.required : t.notRequired),
    },
    {
      id: 'created',
      heading: t.created,
      cell: ({ createdAt }) => formatDateTime(createdAt, edition),
    },
    {
      id: 'show',
      heading: t.show,
      cell: (row) => (
        <Button variant="default" aria-label={`${t.show}: ${row.name}`} onClick={() => onShow(row)}>
          {t.show}
        </Button>
      ),
    },
  ]
}

/** The columns of the users of an organisation. */
export const userColumns = (
  edition: Edition,
  includeDeleted: boolean,
): readonly Column<InternalUser>[] => {
  const t = internalTexts(edition).users
  const at = (iso: string | null) => iso !== null && formatDateTime(iso, edition)
  return [
    { id: 'name', heading: t.name, cell: nameOf, sortBy: nameOf, rowHeader: true },
    { id: 'email', heading: t.email, cell: ({ email }) => email, sortBy: ({ email }) => email },
    { id: 'roles', heading: t.roles, cell: ({ roles }) => roles.join(', ') },
    { id: 'jobRole', heading: t.jobRole, cell: ({ jobRole }) => jobRole },
    {
      id: 'signIn',
      heading: t.signIn,
      cell: ({ hasProviderUser }) =>
        hasProviderUser === null ? t.unknown : hasProviderUser ? t.yes : t.no,
    },
    { id: 'invited', heading: t.invited, cell: ({ invitedAt }) => at(invitedAt) || t.never },
    {
      id: 'lastLogin',
      heading: t.lastLogin,
      cell: ({ lastLoginAt, hasAccepted }) =>
        hasAccepted ? at(lastLoginAt) || t.never : t.notAccepted,
      sortBy: ({ lastLoginAt }) => lastLoginAt,
    },
    {
      id: 'deleted',
      heading: t.deleted,
      cell: ({ deletedAt }) => at(deletedAt),
      shown: includeDeleted,
    },
  ]
}

/** The columns of the emails that could not be sent. */
export const troubleColumns = (edition: Edition): readonly Column<MailTrouble>[] => {
  const t = internalTexts(edition).troubles
  return [
    { id: 'to', heading: t.to, cell: ({ to }) => to, rowHeader: true },
    { id: 'subject', heading: t.subject, cell: ({ subject }) => subject },
    {
      id: 'created',
      heading: t.created,
      cell: ({ createdAt }) => formatDateTime(createdAt, edition),
    },
    { id: 'attempts', heading: t.attempts, cell: ({ attempts }) => attempts, align: 'end' },
    { id: 'problem', heading: t.problem, cell: ({ problem }) => problem },
    {
      id: 'next',
      heading: t.next,
      cell: ({ dueAt }) => (dueAt === null ? t.givenUp : formatDateTime(dueAt, edition)),
    },
  ]
}

/** The columns of the integrations of an organisation, in their order. */
export const integrationColumns = (edition: Edition): readonly Column<InternalIntegration>[] => {
  const t = internalTexts(edition).integrations
  const words = ehrIntegrationsTexts(edition)
  const wordOf = (all: Readonly<Record<string, string>>, key: string): string =>
    all[key] ?? words.unknown
  return [
    { id: 'name', heading: t.name, cell: ({ name }) => name, rowHeader: true },
    { id: 'pathway', heading: t.pathway, cell: ({ carePathway }) => carePathway.name },
    {
      id: 'type',
      heading: words.headings.type,
      cell: ({ integrationType }) => wordOf(words.types, integrationType),
    },
    {
      id: 'trigger',
      heading: words.headings.trigger,
      cell: ({ triggerType }) => wordOf(words.triggers, triggerType),
    },
    { id: 'address', heading: t.address, cell: ({ address }) => address },
    {
      id: 'openEvents',
      heading: t.openEvents,
      cell: ({ openEvents }) => openEvents,
      align: 'end',
    },
  ]
}
