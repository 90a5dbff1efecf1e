import { NativeSelect } from '@mantine/core'
import { memo, useMemo, useState } from 'react'
import type { WaveformEvent } from '../../../data/waveform'
import { eventPeriods, type EventPeriod } from '../../../domain/ecg/ecg-window'
import { formatDateTime } from '../../../domain/time'
import { ecgTexts } from '../../../texts/ecg'
import { clockOf } from '../../../ui/ecg'
import { useEdition } from '../../../ui/edition'
import { TextSkeleton, Tooltip } from '../../../ui/feedback'
import { IconClose, IconDown, IconRight } from '../../../ui/layout/icons'
import { groupEvents, mostListed } from './events.view'
import styles from './EventsMenu.module.css'

export interface EventsMenuProps {
  readonly period: EventPeriod
  readonly onPeriod: (period: EventPeriod) => void
  readonly events: readonly WaveformEvent[]
  /** Earlier ones of the period are not among them, epoch milliseconds; null: these are all. */
  readonly listedFrom: number | null
  readonly isLoading: boolean
  /**
   * This device holds an answer of the server about the period; without one nobody knows that there
   * are none.
   */
  readonly isRead: boolean
  readonly offline: boolean
  /** The latest reading, epoch milliseconds. */
  readonly latest: number
  readonly selected: string | null
  readonly onSelect: (event: WaveformEvent) => void
  readonly onClose: () => void
}

/**
 * What the analysis found, by type and day, each with how often (C131 to C133); selecting one shows
 * it on the trace.
 */
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
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const toggle = (key: string): void =>
    setOpen((was) => {
      const next = new Set(was)
      if (!next.delete(key)) next.add(key)
      return next
    })
  const methods = [...new Set(events.map(({ method }) => method))]
  return (
    <aside aria-label={t.open} className={styles['menu']}>
      <header>
        <h3>{t.open}</h3>
        <button type="button" aria-label={t.close} className={styles['close']} onClick={onClose}>
          <IconClose />
        </button>
      </header>
      <p className={styles['support']}>{t.support}</p>
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
        <p>{isRead ? t.none : t.notKept}</p>
      ) : (
        <ul aria-labelledby="ecg-events" className={styles['groups']}>
          {groups.map((group) => (
            <li key={group.type}>
              <button
                type="button"
                aria-expanded={open.has(group.type)}
                className={styles['group']}
                onClick={() => toggle(group.type)}
              >
                {open.has(group.type) ? <IconDown size={16} /> : <IconRight size={16} />}
                <span>{group.name}</span>
                <b className={styles['count']}>{group.count}</b>
              </button>
              {open.has(group.type) && (
                <ul className={styles['days']}>
                  {group.days.map((day) => {
                    const key = `${group.type} ${day.key}`
                    return (
                      <li key={day.key}>
                        <button
                          type="button"
                          aria-expanded={open.has(key)}
                          className={styles['day']}
                          onClick={() => toggle(key)}
                        >
                          {open.has(key) ? <IconDown size={16} /> : <IconRight size={16} />}
                          <span>{day.name}</span>
                          <b className={styles['count']}>{day.events.length}</b>
                        </button>
                        {open.has(key) && (
                          <ul className={styles['events']}>
                            {day.events.slice(0, mostListed).map((event) => (
                              <li key={event.id}>
                                <Tooltip
                                  align="end"
                                  label={`${group.short} · ${clockOf(event.start, edition)}`}
                                >
                                  <button
                                    type="button"
                                    aria-pressed={event.id === selected}
                                    className={styles['event']}
                                    onClick={() => onSelect(event)}
                                  >
                                    {t.at(
                                      clockOf(event.start, edition),
                                      t.seconds(((event.end - event.start) / 1000).toFixed(1)),
                                    )}
                                  </button>
                                </Tooltip>
                              </li>
                            ))}
                            {day.events.length > mostListed && (
                              <li className={styles['until']}>
                                {t.most(mostListed, day.events.length)}
                              </li>
                            )}
                          </ul>
                        )}
                      </li>
                    )
                  })}
                </ul>
              )}
            </li>
          ))}
        </ul>
      )}
      {methods.length > 0 && (
        <p className={styles['until']}>{methods.map((name) => t.method(name)).join(' ')}</p>
      )}
    </aside>
  )
})
