import { Link } from 'react-router-dom'
import { toEvent } from '../../../domain/ecg/event-asked'
import { isRhythmTold, maySeeRhythm } from '../../../domain/ecg/newest-rhythm'
import { formatTime } from '../../../domain/time'
import type { VirtualWardPatient } from '../../../domain/virtual-ward/virtual-ward'
import { rhythmNames, rhythmTexts } from '../../../texts/rhythm'
import { usePrincipal } from '../../../ui/access'
import { useEdition } from '../../../ui/edition'
import { paths } from '../../../ui/paths'
import { useTicked } from '../../../ui/time'
import styles from './PatientCard.module.css'

/** That the ECG of the last 24 hours has a rhythm event, the newest one, and the way to it. */
export function CardRhythm({ patient }: { readonly patient: VirtualWardPatient }) {
  const edition = useEdition()
  const principal = usePrincipal()
  const event = patient.newestRhythmEvent
  const told = useTicked((now) => event !== null && isRhythmTold(Date.parse(event.end), now))
  if (event === null || !told || principal === null || !maySeeRhythm(principal)) return null
  const [name, short] = rhythmNames[event.type] ?? [event.type, event.type]
  const t = rhythmTexts(edition)
  const time = formatTime(event.end, edition)
  return (
    <Link
      to={paths.patient(patient.id, 'vitals')}
      state={toEvent(event.type, Date.parse(event.start))}
      className={styles['rhythm']}
      aria-label={t.chipName(name, time)}
      title={t.chipName(name, time)}
    >
      {t.chip(short, time)}
    </Link>
  )
}
