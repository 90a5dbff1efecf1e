import { Link } from 'react-router-dom'
import { toEvent } from '../../../domain/ecg/event-asked'
import { cardRhythm, maySeeRhythm } from '../../../domain/ecg/rhythm-events'
import { formatShortMoment } from '../../../domain/time'
import type { VirtualWardPatient } from '../../../domain/virtual-ward/virtual-ward'
import { rhythmNames, rhythmTexts } from '../../../texts/rhythm'
import { usePrincipal } from '../../../ui/access'
import { useEdition } from '../../../ui/edition'
import { paths } from '../../../ui/paths'
import { useNow } from '../../../ui/time'
import styles from './PatientCard.module.css'

/** The gravest rhythm event of the ECG of the last 24 hours, and the way to it. */
export function CardRhythm({ patient }: { readonly patient: VirtualWardPatient }) {
  const edition = useEdition()
  const principal = usePrincipal()
  const now = useNow()
  const event = cardRhythm(patient.rhythmEvents, now)
  if (event === null || principal === null || !maySeeRhythm(principal)) return null
  const [name, short] = rhythmNames[event.type] ?? [event.type, event.type]
  const t = rhythmTexts(edition)
  const moment = formatShortMoment(event.end, now, edition)
  return (
    <Link
      to={paths.patient(patient.id, 'vitals')}
      state={toEvent(event.type, event.start)}
      className={styles['rhythm']}
      aria-label={t.chipName(name, moment)}
      title={t.chipName(name, moment)}
    >
      {t.chip(short, moment)}
    </Link>
  )
}
