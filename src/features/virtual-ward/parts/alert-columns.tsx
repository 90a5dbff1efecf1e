import { Link } from 'react-router-dom'
import type { WardAlerts } from '../../../domain/virtual-ward/ward-alerts'
import type { AlertListTexts } from '../../../texts/alert-list'
import { SimilarNamesWarning } from '../../../ui/clinical'
import { paths } from '../../../ui/paths'
import type { Column } from '../../../ui/table'
import type { ShownIdentity } from '../card-display'
import { AlertsOfPatient } from './AlertCells'
import { AlertHandling } from './AlertHandling'
import styles from './AlertList.module.css'

/** The list of open alerts as columns. `who`: the patient, as far as the display says. */
export const alertColumns = (
  t: AlertListTexts,
  who: (one: WardAlerts) => ShownIdentity,
): readonly Column<WardAlerts>[] => {
  return [
    {
      id: 'patient',
      heading: t.patient,
      width: '230px',
      rowHeader: true,
      sortBy: (one) => who(one).heading,
      cell: (one) => (
        <>
          <Link to={paths.patient(one.patient.id)} className="finger">
            {who(one).heading}
          </Link>
          {who(one).isFull && <SimilarNamesWarning count={one.patient.numSimilarNames} />}
          <div className={styles['who']}>
            {[who(one).identifier, one.patient.wardAdmission?.ward.name]
              .filter((part) => part != null)
              .join(', ')}
          </div>
        </>
      ),
    },
    {
      id: 'what',
      heading: t.what,
      sortBy: ({ alerts: [gravest] }) => -gravest.severity,
      cell: (one) => <AlertsOfPatient {...one} shownAs={who(one).shownAs} />,
    },
    {
      id: 'handling',
      heading: t.handling,
      width: '340px',
      sortBy: ({ alerts: [gravest] }) => Date.parse(gravest.startedAt),
      cell: (one) => <AlertHandling {...one} called={who(one).called} />,
    },
  ]
}
