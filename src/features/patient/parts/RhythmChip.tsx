import { Link, useLocation } from 'react-router-dom'
import { waveformSpan } from '../../../data/waveform'
import { toEvent } from '../../../domain/ecg/event-asked'
import { metadataPollMs, usualPeriod } from '../../../domain/ecg/ecg-window'
import { maySeeRhythm } from '../../../domain/ecg/newest-rhythm'
import type { Patient } from '../../../domain/patient/patient'
import { useResource } from '../../../engine/react'
import { ecgTexts } from '../../../texts/ecg'
import { usePrincipal } from '../../../ui/access'
import { clockOf } from '../../../domain/ecg/clock'
import { useEdition } from '../../../ui/edition'
import { paths } from '../../../ui/paths'
import { readNow } from '../../../ui/time'
import { newestEvent } from '../ecg/newest-event'
import { useEvents } from '../ecg/use-events'
import styles from './Record.module.css'

/** The rhythm events of the last 24 hours, and the way to the newest of them. */
export function RhythmChip({ patient }: { readonly patient: Patient }) {
  const edition = useEdition()
  const t = ecgTexts(edition)
  const principal = usePrincipal()
  const { search } = useLocation()
  const mayAsk = principal !== null && maySeeRhythm(principal)
  const span =
    useResource(
      waveformSpan,
      { patientId: patient.id, type: 'SingleECG' },
      { enabled: mayAsk, refreshEveryMs: metadataPollMs },
    ).rows[0] ?? null
  const { rows } = useEvents(patient.id, usualPeriod, span, mayAsk && span !== null)
  const found = newestEvent(rows, readNow())
  if (found === null) return null
  const { event, count } = found
  return (
    <Link
      to={{ pathname: paths.patient(patient.id, 'vitals'), search }}
      state={toEvent(event.type, event.start)}
      className={styles['rhythm']}
    >
      <span>
        {t.chip(count)}
        <span className={styles['newest']}>
          {t.newest(count, t.types[event.type]?.[0] ?? event.type, clockOf(event.start, edition))}
        </span>
      </span>
    </Link>
  )
}
