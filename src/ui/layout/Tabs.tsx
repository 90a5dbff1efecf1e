import { useRef, type KeyboardEvent } from 'react'
import { Link, useNavigate, type To } from 'react-router-dom'
import { Tooltip } from '../feedback/Tooltip'
import styles from './Tabs.module.css'

export interface TabsProps {
  /** Names the list of tabs. */
  readonly label: string
  /** Each is a place of its own. */
  readonly tabs: readonly {
    readonly id: string
    readonly label: string
    readonly to: To
    /** More words on what is there. */
    readonly tooltip?: string
  }[]
  readonly current: string
  /** The id of the panel; that of a tab is `<panelId>-<tab>`. */
  readonly panelId: string
}

/** Places beside each other; left and right arrow, Home and End walk along them. */
export function Tabs({ label, tabs, current, panelId }: TabsProps) {
  const navigate = useNavigate()
  const links = useRef(new Map<string, HTMLAnchorElement>())
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = tabs.findIndex((tab) => tab.id === current)
    const last = tabs.length - 1
    const step: Record<string, number> = {
      ArrowLeft: at === 0 ? last : at - 1,
      ArrowRight: at === last ? 0 : at + 1,
      Home: 0,
      End: last,
    }
    const next = tabs[step[event.key] ?? -1]
    if (next === undefined) return
    event.preventDefault()
    void navigate(next.to)
    links.current.get(next.id)?.focus()
  }
  return (
    // The focus is on one of its tabs.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div
      role="tablist"
      aria-label={label}
      className={styles['tabs']}
      data-print="off"
      onKeyDown={onKeyDown}
    >
      {tabs.map((tab) => (
        <Tooltip key={tab.id} label={tab.tooltip} disabled={tab.tooltip === undefined}>
          <Link
            id={`${panelId}-${tab.id}`}
            ref={(element) => {
              if (element !== null) links.current.set(tab.id, element)
            }}
            role="tab"
            to={tab.to}
            aria-selected={tab.id === current}
            aria-controls={panelId}
            tabIndex={tab.id === current ? 0 : -1}
            className={styles['tab']}
          >
            {tab.label}
          </Link>
        </Tooltip>
      ))}
    </div>
  )
}
