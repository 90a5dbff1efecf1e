import { NativeSelect } from '@mantine/core'
import { memo, useEffect, useMemo, useRef } from 'react'
import type { WaveformEvent } from '../../../data/waveform'
import { eventPeriods, type EventPeriod } from '../../../domain/ecg/ecg-window'
import { formatDateTime } from '../../../domain/time'
import { ecgTexts } from '../../../texts/ecg'
import { useEdition } from '../../../ui/edition'
import { TextSkeleton } from '../../../ui/feedback'
import { IconClose } from '../../../ui/layout/icons'
import { groupEvents, soughtNames } from './events.view'
import styles from './EventsMenu.module.css'
import { EventTree } from './EventTree'
import { useOpenBranches } from './use-open-branches'

export interface EventsMenuProps {
  readonly period: EventPeriod
  readonly onPeriod: (period: EventPeriod) => void
  readonly events: readonly WaveformEvent[]
  /** Earlier ones of the period are not among them, epoch milliseconds; null: these are all. */
  readonly listedFrom: number | null
  readonly isLoading: boolean
  /** This device holds the server's answer; without one, nobody knows that there are none. */
  readonly isRead: boolean
  readonly offline: boolean
  /** The latest reading, epoch milliseconds. */
  readonly latest: number
  readonly selected: string | null
  readonly onSelect: (event: WaveformEvent) => void
  readonly onClose: () => void
}

/** The found events by type and day, each with its count (C131 to C133). */
export const EventsMenu = memo(function EventsMenu({
  period,
  onPeriod,
  events,
  listedFrom,
  isLoading,
  isRead,
  offline,
  latest,
  selected,
  onSelect,
  onClose,
}: EventsMenuProps) {
  const edition = useEdition()
  const texts = ecgTexts(edition)
  const t = texts.events
  const groups = useMemo(() => groupEvents(events, ecgTexts(edition), edition), [events, edition])
  const branches = useOpenBranches()
  const menu = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // Opened where it can be seen, and read from its beginning; closed, the focus goes back.
  useEffect(() => {
    const before = document.activeElement
    menu.current?.scrollIntoView?.({ block: 'nearest' })
    heading.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  const methods = [...new Set(events.map(({ method }) => method))]
  return (
    <aside ref={menu} aria-label={t.open} className={styles['menu']}>
      <header>
        <h3 ref={heading} tabIndex={-1}>
          {t.open}
        </h3>
        <button type="button" aria-label={t.close} className={styles['close']} onClick={onClose}>
          <IconClose />
        </button>
      </header>
      <p className={styles['support']}>{t.support}</p>
      <p className={styles['until']}>{t.sought(soughtNames)}</p>
      <p>
        <strong>{t.notSought}</strong>
      </p>
      <NativeSelect
        label={t.period}
        value={String(period)}
        data={eventPeriods.map((hours) => ({ value: String(hours), label: t.hours(hours) }))}
        onChange={(event) => {
          const next = eventPeriods.find((hours) => String(hours) === event.currentTarget.value)
          if (next !== undefined) onPeriod(next)
        }}
      />
      <p className={styles['until']}>
        {t.until(formatDateTime(new Date(latest).toISOString(), edition))}
        {offline && ` ${t.offline}`}
      </p>
      {listedFrom !== null && (
        <p>
          <strong>{t.cut(formatDateTime(new Date(listedFrom).toISOString(), edition))}</strong>
        </p>
      )}
      <h4 id="ecg-events">{t.list}</h4>
      {isLoading ? (
        <TextSkeleton lines={4} />
      ) : groups.length === 0 ? (
        <>
          <p>{isRead ? t.none : t.notKept}</p>
          {isRead && <p>{t.noneExcludes}</p>}
        </>
      ) : (
        <EventTree
          groups={groups}
          labelledBy="ecg-events"
          branches={branches}
          selected={selected}
          onSelect={onSelect}
        />
      )}
      {methods.length > 0 && (
        <p className={styles['until']}>{methods.map((name) => t.method(name)).join(' ')}</p>
      )}
    </aside>
  )
})
