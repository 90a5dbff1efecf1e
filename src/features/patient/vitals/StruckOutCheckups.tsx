import { Link } from 'react-router-dom'
import type { Checkup } from '../../../domain/checkup/checkup'
import { formatDateTime } from '../../../domain/time'
import { checkupTexts } from '../../../texts/checkup'
import { useEdition } from '../../../ui/edition'
import { paths } from '../../../ui/paths'

/** The check-ups that were entered in error, which no chart shows; nothing where there is none. */
export function StruckOutCheckups({ checkups }: { readonly checkups: readonly Checkup[] }) {
  const edition = useEdition()
  const t = checkupTexts(edition).struckOut
  const struck = checkups.filter(({ struckOut }) => struckOut != null)
  if (struck.length === 0) return null
  return (
    <details>
      <summary>{t.list}</summary>
      <ul>
        {struck.map(({ id, patientId, endedAt }) => (
          <li key={id}>
            <Link to={paths.checkup(patientId, id)}>{t.one(formatDateTime(endedAt, edition))}</Link>
          </li>
        ))}
      </ul>
    </details>
  )
}
