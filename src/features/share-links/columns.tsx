import { Link } from 'react-router-dom'
import type { ShareToken } from '../../data/share-token'
import { formatStaffName } from '../../domain/identity'
import type { Edition } from '../../domain/organization/organization'
import { formatDateTime } from '../../domain/time'
import { shareLinksTexts } from '../../texts/share-links'
import { paths } from '../../ui/paths'
import type { Column } from '../../ui/table'

/** The patient's name, or why there is none. */
export const patientOf = ({ patient, stopped }: ShareToken, edition: Edition): string => {
  const t = shareLinksTexts(edition)
  if (patient !== null) return [patient.firstName, patient.lastName].filter(Boolean).join(' ')
  return stopped === 'PATIENT_GONE' ? t.gone : t.hidden
}

/** The columns of the links, in their order. */
export const sharingColumns = (edition: Edition): readonly Column<ShareToken>[] => {
  const { headings, stopped: why } = shareLinksTexts(edition)
  return [
    { id: 'user', heading: headings.user, cell: ({ user }) => formatStaffName(user) || null },
    {
      id: 'patient',
      heading: headings.patient,
      rowHeader: true,
      cell: (link) =>
        link.patient === null ? (
          patientOf(link, edition)
        ) : (
          <Link to={paths.patient(link.patient.id)}>{patientOf(link, edition)}</Link>
        ),
    },
    {
      id: 'expiresAt',
      heading: headings.expiresAt,
      cell: ({ expiresAt, stopped }) => (
        <>
          {formatDateTime(expiresAt, edition)}
          {stopped !== null && <div>{why[stopped]}</div>}
        </>
      ),
    },
  ]
}
