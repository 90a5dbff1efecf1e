import { Button } from '@mantine/core'
import { memo } from 'react'
import { ecgTexts } from '../../../texts/ecg'
import { useEdition } from '../../../ui/edition'
import { IconEcg, IconRefresh } from '../../../ui/layout/icons'
import styles from './EcgPanel.module.css'

export interface PanelActionsProps {
  /** The events could not be read; null: they were, or nobody asked. */
  readonly onRetryEvents: (() => void) | null
  readonly isRetrying: boolean
  /** Null: there are no events to open, or not for this user. */
  readonly onMenu: (() => void) | null
  readonly isMenuOpen: boolean
  readonly onRefresh: () => void
  readonly isRefreshing: boolean
}

export const PanelActions = memo(function PanelActions({
  onRetryEvents,
  isRetrying,
  onMenu,
  isMenuOpen,
  onRefresh,
  isRefreshing,
}: PanelActionsProps) {
  const t = ecgTexts(useEdition())
  return (
    <div className={styles['actions']}>
      {onRetryEvents !== null && (
        <span role="alert" className={styles['chip']}>
          {t.events.failed}
          <Button
            variant="subtle"
            color="danger"
            size="compact-sm"
            loading={isRetrying}
            onClick={onRetryEvents}
          >
            {t.events.retry}
          </Button>
        </span>
      )}
      {onMenu !== null && (
        <Button
          variant="default"
          size="sm"
          leftSection={<IconEcg />}
          aria-expanded={isMenuOpen}
          onClick={onMenu}
        >
          {t.events.open}
        </Button>
      )}
      <Button
        variant="default"
        size="sm"
        leftSection={<IconRefresh />}
        aria-label={t.refresh}
        loading={isRefreshing}
        onClick={onRefresh}
      >
        {t.refreshShort}
      </Button>
    </div>
  )
})
