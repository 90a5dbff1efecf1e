import type { ReactNode } from 'react'
import { Page } from './Page'
import styles from './SettingsPage.module.css'
import { Tabs, type TabsProps } from './Tabs'

const panelId = 'settings-panel'

/** The settings: a heading, the tabs that this user has, and the one that is open. */
export function SettingsPage({
  title,
  subtitle,
  aside,
  tabs,
  current,
  children,
}: Pick<TabsProps, 'tabs' | 'current'> & {
  readonly title: string
  /** Under the heading. */
  readonly subtitle?: string
  /** Beside the heading. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <Page title={title} aside={aside}>
      {subtitle !== undefined && <p className={styles['subtitle']}>{subtitle}</p>}
      <Tabs label={title} tabs={tabs} current={current} panelId={panelId} />
      <div
        id={panelId}
        role="tabpanel"
        aria-labelledby={`${panelId}-${current}`}
        className={styles['panel']}
      >
        {children}
      </div>
    </Page>
  )
}
