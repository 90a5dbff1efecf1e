import type { ApiKey } from '../../data/api-key'
import { apiKeyState } from '../../domain/api-key/api-key'
import { formatStaffName } from '../../domain/identity'
import type { Edition } from '../../domain/organization/organization'
import { formatLongDate } from '../../domain/time'
import { apiKeysTexts } from '../../texts/api-keys'
import type { Column } from '../../ui/table'
import { useTicked } from '../../ui/time'

/** The mask of a secret, of one length for all. */
const mask = '•'.repeat(24)

function Expiry({ deletedAt, edition }: Pick<ApiKey, 'deletedAt'> & { readonly edition: Edition }) {
  const t = apiKeysTexts(edition)
  const state = useTicked((now) => apiKeyState(deletedAt, now), 1_000)
  if (state === 'expiring') return formatLongDate(deletedAt, edition)
  return state === 'active' ? t.never : t.expired
}

/** The columns of the API keys, in their order. */
export const apiKeyColumns = (edition: Edition): readonly Column<ApiKey>[] => {
  const { headings, secretHidden } = apiKeysTexts(edition)
  return [
    { id: 'apiKey', heading: headings.apiKey, cell: ({ apiKey }) => apiKey, rowHeader: true },
    {
      id: 'secret',
      heading: headings.secret,
      cell: () => (
        <>
          <span aria-hidden="true">{mask}</span>
          <span className="visually-hidden">{secretHidden}</span>
        </>
      ),
    },
    {
      id: 'createdBy',
      heading: headings.createdBy,
      cell: ({ createdBy }) => formatStaffName(createdBy) || null,
    },
    {
      id: 'createdAt',
      heading: headings.createdAt,
      cell: ({ createdAt }) => formatLongDate(createdAt, edition),
    },
    {
      id: 'expiresAt',
      heading: headings.expiresAt,
      cell: ({ deletedAt }) => <Expiry deletedAt={deletedAt} edition={edition} />,
    },
  ]
}
