import { Link } from 'react-router-dom'
import { may } from '../../../domain/access/may'
import { alertListTexts } from '../../../texts/alert-list'
import { usePrincipal } from '../../../ui/access'
import { useEdition } from '../../../ui/edition'
import { paths } from '../../../ui/paths'
import styles from '../VirtualWardScreen.module.css'

/** To all open alerts of the ward, for who may see them. */
export function AlertsLink() {
  const t = alertListTexts(useEdition())
  const principal = usePrincipal()
  return principal === null || !may(principal, 'alert.view') ? null : (
    <Link className={styles['alerts']} to={paths.openAlerts()}>
      {t.title}
    </Link>
  )
}
