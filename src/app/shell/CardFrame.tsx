import { Outlet } from 'react-router-dom'
import { CentredCard } from '../../ui/layout'
import { AppearancePicker } from './AppearancePicker'
import { EditionPicker } from './EditionPicker'
import styles from './frames.module.css'
import { Notices } from './Notices'

/** Sign-in style pages (P088); language and appearance can be chosen before anybody signed in. */
export function CardFrame() {
  return (
    <CentredCard
      banners={<Notices />}
      footer={
        <div className={styles['choices']}>
          <EditionPicker />
          <AppearancePicker />
        </div>
      }
    >
      <div className={styles['card']}>
        <Outlet />
      </div>
    </CentredCard>
  )
}
