import { Button } from '@mantine/core'
import { ecgTexts } from '../../../texts/ecg'
import { useEdition } from '../../../ui/edition'
import { EmptyState, ErrorState, TextSkeleton } from '../../../ui/feedback'
import type { PanelView } from './panel.view'

export interface PanelNoticesProps {
  readonly view: PanelView
  readonly offline: boolean
  /** The server has answered whether there are readings. */
  readonly isAnswered: boolean
  readonly isRetrying: boolean
  readonly onRetry: () => void
}

/** What the panel says where it has no trace to show. */
export function PanelNotices({
  view,
  offline,
  isAnswered,
  isRetrying,
  onRetry,
}: PanelNoticesProps) {
  const t = ecgTexts(useEdition())
  return (
    <>
      {view.failed && (
        <ErrorState title={t.error} stillTrue={view.fault ?? undefined}>
          <Button variant="default" loading={isRetrying} onClick={onRetry}>
            {t.retry}
          </Button>
        </ErrorState>
      )}
      {view.isEmpty &&
        (isAnswered ? (
          <EmptyState title={t.empty.title} text={t.empty.text} />
        ) : (
          <EmptyState title={t.empty.offline} />
        ))}
      {view.hasNothing && offline && <EmptyState title={t.notKept} />}
      {view.isLoading && <TextSkeleton lines={5} />}
    </>
  )
}
