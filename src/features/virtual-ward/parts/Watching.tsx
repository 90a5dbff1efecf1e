import { useResource } from '../../../data/hooks'
import { watchList } from '../../../data/virtual-ward'
import { defaultHistoryHours } from '../../../domain/virtual-ward/options'
import { careTexts } from '../../../texts/care'
import { useEdition, useTexts } from '../../../ui/edition'
import { PatientCard } from './PatientCard'
import styles from '../VirtualWardScreen.module.css'

/**
 * "Watching (n)", above all patients (C179, C180); nothing while nobody is watched. Its rows come from this device, so that a star that was
 * just pressed counts, also without a line; a failure to ask for them is told by the list below, which asks the same server.
 */
export function Watching({ offline, everyMs }: { readonly offline: boolean; readonly everyMs: number }) {
  const t = careTexts(useEdition()).watch
  const list = useTexts().virtualWard.list
  const { rows } = useResource(watchList, { withCheckupsInLastHours: defaultHistoryHours }, everyMs > 0 ? { refreshEveryMs: everyMs } : {})
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="virtual-ward-watching" className={styles['watching']}>
      <h2 id="virtual-ward-watching">{t.section(rows.length)}</h2>
      <ul className={styles['list']} aria-label={`${t.watching}: ${list}`}>
        {rows.map((patient) => (
          <PatientCard key={patient.id} patient={patient} offline={offline} />
        ))}
      </ul>
    </section>
  )
}
