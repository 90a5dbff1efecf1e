import { EventsMenu } from './EventsMenu'
import type { useEventsMenu } from './use-events-menu'
import type { usePaperMarks } from './use-paper-marks'

export interface PanelEventsProps {
  readonly menu: ReturnType<typeof useEventsMenu>
  readonly marks: ReturnType<typeof usePaperMarks>
  readonly offline: boolean
  /** The latest reading, epoch milliseconds. */
  readonly latest: number
}

/** The events beside the paper, while their menu is open. */
export function PanelEvents({ menu, marks, offline, latest }: PanelEventsProps) {
  const { events } = menu
  if (!menu.isOpen) return null
  const isRead = events.freshness.asOf !== null
  const isEmptyYet =
    events.rows.length === 0 && (events.freshness.fetching || (!offline && !isRead))
  return (
    <EventsMenu
      period={menu.period}
      onPeriod={menu.setPeriod}
      events={events.rows}
      listedFrom={events.listedFrom}
      isLoading={!events.ready || isEmptyYet}
      isRead={isRead}
      offline={offline}
      latest={latest}
      selected={marks.selected?.event.id ?? null}
      onSelect={marks.select}
      onClose={menu.close}
    />
  )
}
