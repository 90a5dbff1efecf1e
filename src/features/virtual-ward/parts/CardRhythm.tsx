import { Link } from 'react-router-dom'
import { toEvent } from '../../../domain/ecg/event-asked'
import { maySeeRhythm } from '../../../domain/ecg/rhythm-events'
import type { VirtualWardPatient } from '../../../domain/virtual-ward/virtual-ward'
import { rhythmTexts } from '../../../texts/rhythm'
import { usePrincipal } from '../../../ui/access'
import { rhythmWords } from '../../../ui/clinical'
import { useEdition } from '../../../ui/edition'
import { paths } from '../../../ui/paths'
import { useNow } from '../../../ui/time'
import styles from './PatientCard.module.css'

/** The gravest rhythm event of the ECG of the last 24 hours, and the way to it. */
export function CardRhythm({ patient }: { readonly patient: VirtualWardPatient }) {
  const edition = useEdition()
  const principal = usePrincipal()
  const rhythm = rhythmWords(patient.rhythmEvents, useNow(), edition)
  if (rhythm === null || principal === null || !maySeeRhythm(principal)) return null
  const name = rhythmTexts(edition).leads(rhythm.sentence)
  return (
    <Link
      to={paths.patient(patient.id, 'vitals')}
      state={toEvent(rhythm.type, rhythm.start)}
      className={styles['rhythm']}
      aria-label={name}
      title={name}
    >
      {rhythm.chip}
    </Link>
  )
}
