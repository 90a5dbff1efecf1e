import { Link } from 'react-router-dom'
import type { WardAlert } from '../../../domain/virtual-ward/ward-alerts'
import type { AlertTexts } from '../../../texts/alerts'
import { alertName } from '../../../ui/alerts'
import { paths } from '../../../ui/paths'
import type { Column } from '../../../ui/table'
import type { ShownIdentity } from '../card-display'
import { AlertCause, AlertHandling, AlertWhat } from './AlertCells'
import styles from '../VirtualWardScreen.module.css'

/** The list of open alerts as columns. `who`: the patient, as far as the display says. */
export const alertColumns = (
  t: AlertTexts,
  who: (one: WardAlert) => ShownIdentity,
): readonly Column<WardAlert>[] => {
  return [
    {
      id: 'patient',
      heading: t.list.patient,
      rowHeader: true,
      sortBy: (one) => who(one).heading,
      cell: (one) => (
        <>
          <Link to={paths.patient(one.patient.id)}>{who(one).heading}</Link>
          <div className={styles['quiet']}>
            {[who(one).identifier, one.patient.wardAdmission?.ward.name]
              .filter((part) => part != null)
              .join(', ')}
          </div>
        </>
      ),
    },
    {
      id: 'severity',
      heading: t.list.severity,
      sortBy: ({ alert }) => -alert.severity,
      cell: ({ alert }) => t.list.severities[alert.severity] ?? String(alert.severity),
    },
    {
      id: 'what',
      heading: t.list.what,
      sortBy: ({ alert }) => alertName(alert, t),
      cell: (one) => <AlertWhat {...one} shownAs={who(one).shownAs} />,
    },
    {
      id: 'cause',
      heading: t.list.cause,
      sortBy: ({ alert }) => Date.parse(alert.startedAt),
      cell: (one) => <AlertCause {...one} />,
    },
    {
      id: 'handling',
      heading: t.list.handling,
      cell: ({ alert }) => <AlertHandling alert={alert} />,
    },
  ]
}
