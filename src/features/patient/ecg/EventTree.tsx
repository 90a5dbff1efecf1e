import type { WaveformEvent } from '../../../data/waveform'
import { ecgTexts } from '../../../texts/ecg'
import { clockOf } from '../../../ui/ecg'
import { useEdition } from '../../../ui/edition'
import { Tooltip } from '../../../ui/feedback'
import { IconDown, IconRight } from '../../../ui/layout/icons'
import { mostListed, type EventDay, type EventGroup } from './events.view'
import styles from './EventsMenu.module.css'
import type { OpenBranches } from './use-open-branches'

interface Selection {
  /** The id of the event that the trace shows. */
  readonly selected: string | null
  readonly onSelect: (event: WaveformEvent) => void
}

export interface EventTreeProps extends Selection {
  readonly groups: readonly EventGroup[]
  /** The id of the heading. */
  readonly labelledBy: string
  readonly branches: OpenBranches
}

function Branch({
  look,
  name,
  count,
  isOpen,
  onToggle,
}: {
  readonly look: 'group' | 'day'
  readonly name: string
  readonly count: number
  readonly isOpen: boolean
  readonly onToggle: () => void
}) {
  return (
    <button type="button" aria-expanded={isOpen} className={styles[look]} onClick={onToggle}>
      {isOpen ? <IconDown size={16} /> : <IconRight size={16} />}
      <span>{name}</span>
      <b className={styles['count']}>{count}</b>
    </button>
  )
}

/** The events of one type on one day, the newest first; of very many only the newest. */
function DayEvents({
  day,
  short,
  selected,
  onSelect,
}: Selection & { readonly day: EventDay; readonly short: string }) {
  const edition = useEdition()
  const t = ecgTexts(edition).events
  return (
    <ul className={styles['events']}>
      {day.events.slice(0, mostListed).map((event) => (
        <li key={event.id}>
          <Tooltip align="end" label={`${short} · ${clockOf(event.start, edition)}`}>
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
        <li className={styles['until']}>{t.most(mostListed, day.events.length)}</li>
      )}
    </ul>
  )
}

/** Events by type, and of each type by day (C132). */
export function EventTree({ groups, labelledBy, branches, selected, onSelect }: EventTreeProps) {
  const { open, toggle } = branches
  return (
    <ul aria-labelledby={labelledBy} className={styles['groups']}>
      {groups.map((group) => (
        <li key={group.type}>
          <Branch
            look="group"
            name={group.name}
            count={group.count}
            isOpen={open.has(group.type)}
            onToggle={() => toggle(group.type)}
          />
          {open.has(group.type) && (
            <ul className={styles['days']}>
              {group.days.map((day) => {
                const key = `${group.type} ${day.key}`
                return (
                  <li key={day.key}>
                    <Branch
                      look="day"
                      name={day.name}
                      count={day.events.length}
                      isOpen={open.has(key)}
                      onToggle={() => toggle(key)}
                    />
                    {open.has(key) && (
                      <DayEvents
                        day={day}
                        short={group.short}
                        selected={selected}
                        onSelect={onSelect}
                      />
                    )}
                  </li>
                )
              })}
            </ul>
          )}
        </li>
      ))}
    </ul>
  )
}
