import { Outlet } from 'react-router-dom'
import { ZoneNote } from '../../ui/clinical'
import { OffPiste } from '../../ui/layout'
import { paths } from '../../ui/paths'
import { ConnectionStatus } from './ConnectionStatus'
import styles from './frames.module.css'
import { Notices } from './Notices'

/** A page beside the paths of the navigation (P087). */
export function OffPisteFrame() {
  return (
    <OffPiste
      backTo={paths.home()}
      connection={<ConnectionStatus />}
      banners={
        <>
          <ZoneNote className={styles['zone']} />
          <Notices />
        </>
      }
    >
      <Outlet />
    </OffPiste>
  )
}
