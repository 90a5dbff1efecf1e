import { Link } from 'react-router-dom'
import { may } from '../../../domain/access/may'
import { alertTexts } from '../../../texts/alerts'
import { usePrincipal } from '../../../ui/access'
import { useEdition } from '../../../ui/edition'
import { paths } from '../../../ui/paths'
import styles from '../VirtualWardScreen.module.css'

/** To all open alerts of the ward, for who may see them. */
export function AlertsLink() {
  const { list } = alertTexts(useEdition())
  const principal = usePrincipal()
  return principal === null || !may(principal, 'alert.view') ? null : (
    <Link className={styles['alerts']} to={paths.openAlerts()}>
      {list.title}
    </Link>
  )
}
