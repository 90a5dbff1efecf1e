import { Link, useLocation } from 'react-router-dom'
import { waveformSpan } from '../../../data/waveform'
import { toEvent } from '../../../domain/ecg/event-asked'
import { metadataPollMs, usualPeriod } from '../../../domain/ecg/ecg-window'
import { maySeeRhythm } from '../../../domain/ecg/rhythm-events'
import type { Patient } from '../../../domain/patient/patient'
import { useResource } from '../../../engine/react'
import { ecgTexts } from '../../../texts/ecg'
import { usePrincipal } from '../../../ui/access'
import { formatShortMoment } from '../../../domain/time'
import { useEdition } from '../../../ui/edition'
import { paths } from '../../../ui/paths'
import { readNow } from '../../../ui/time'
import { gravestEvent } from '../ecg/gravest-event'
import { useEvents } from '../ecg/use-events'
import styles from './Record.module.css'

/** The gravest rhythm event of the last 24 hours, how many there were, and the way to it. */
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
  const now = readNow()
  const found = gravestEvent(rows, now)
  if (found === null) return null
  const { event, count } = found
  return (
    <Link
      to={{ pathname: paths.patient(patient.id, 'vitals'), search }}
      state={toEvent(event.type, event.start)}
      className={styles['rhythm']}
    >
      <span>
        {t.chip(t.types[event.type]?.[0] ?? event.type, formatShortMoment(event.end, now, edition))}
        <span className={styles['others']}>{t.gravestOf(count)}</span>
      </span>
    </Link>
  )
}
