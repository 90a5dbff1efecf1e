import { useRef, type KeyboardEvent } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { patientTexts } from '../../../texts/patient'
import { useEdition } from '../../../ui/edition'
import { paths, type PatientTab } from '../../../ui/paths'
import { recordTabs } from '../tabs'
import styles from './Record.module.css'

export const tabPanelId = 'patient-record-panel'
export const tabId = (tab: PatientTab): string => `patient-record-tab-${tab}`

/**
 * The parts of the record. Each is a place of its own; left and right arrow, Home and End walk
 * along them.
 */
export function TabBar({
  patientId,
  current,
}: {
  readonly patientId: string
  readonly current: PatientTab
}) {
  const t = patientTexts(useEdition()).tabs
  const navigate = useNavigate()
  const { search } = useLocation()
  const links = useRef(new Map<PatientTab, HTMLAnchorElement>())
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = recordTabs.findIndex((tab) => tab.id === current)
    const last = recordTabs.length - 1
    const step: Record<string, number> = {
      ArrowLeft: at === 0 ? last : at - 1,
      ArrowRight: at === last ? 0 : at + 1,
      Home: 0,
      End: last,
    }
    const next = recordTabs[step[event.key] ?? -1]
    if (next === undefined) return
    event.preventDefault()
    void navigate({ pathname: paths.patient(patientId, next.id), search })
    links.current.get(next.id)?.focus()
  }
  return (
    // The focus is on one of its tabs.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div role="tablist" aria-label={t.label} className={styles['tabs']} onKeyDown={onKeyDown}>
      {recordTabs.map((tab) => (
        <Link
          key={tab.id}
          id={tabId(tab.id)}
          ref={(element) => {
            if (element !== null) links.current.set(tab.id, element)
          }}
          role="tab"
          to={{ pathname: paths.patient(patientId, tab.id), search }}
          aria-selected={tab.id === current}
          aria-controls={tabPanelId}
          tabIndex={tab.id === current ? 0 : -1}
          className={styles['tab']}
        >
          {t[tab.id]}
        </Link>
      ))}
    </div>
  )
}
