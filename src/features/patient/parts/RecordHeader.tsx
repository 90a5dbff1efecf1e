import { Suspense, useId, useState } from 'react'
import type { Patient } from '../../../domain/patient/patient'
import { heldBy, needsPerson } from '../../../domain/sync/unsent'
import type { VirtualWardPatient } from '../../../domain/virtual-ward/virtual-ward'
import { patientTexts } from '../../../texts/patient'
import { virtualWardTexts } from '../../../texts/virtual-ward'
import { FreshnessLine, type FreshnessLineProps } from '../../../ui/clinical'
import { useReadUntil } from '../../../ui/access'
import { useEdition } from '../../../ui/edition'
import { Tooltip } from '../../../ui/feedback'
import { IconDown, IconUp } from '../../../ui/layout'
import { paths } from '../../../ui/paths'
import { Telephone } from '../../../ui/care'
import { NextDue } from '../../../ui/schedule'
import { SlotPanel, useSlots } from '../../../ui/slots'
import { AboutPatient } from './AboutPatient'
import { CareLine } from './CareLine'
import { NameLink } from './NameLink'
import { PatientActionButtons, PatientActions } from './PatientActions'
import { AskedAlerts, RecordAlerts } from './RecordAlerts'
import styles from './RecordHeader.module.css'
import { RhythmChip } from './RhythmChip'

/** Where the patient is, or that they are on no ward. */
function Place({ patient: { wardAdmission: admission } }: { readonly patient: Patient }) {
  const edition = useEdition()
  if (admission === null) return virtualWardTexts(edition).card.noWard
  const { ward, carePathway } = admission
  return (
    <>
      <NameLink to={paths.ward(ward.id)} action="ward.view">
        {ward.name}
      </NameLink>
      {' · '}
      <NameLink to={paths.pathway(carePathway.id)} action="pathway.view">
        {carePathway.name}
      </NameLink>
    </>
  )
}

/** The gravest of what the device still has of the patient. */
const markOf = (patient: Patient) => {
  const states = heldBy(patient).map(({ state }) => state)
  if (states.includes('conflict')) return 'conflict'
  if (states.some(needsPerson)) return 'refused'
  return states.length === 0 ? null : 'unsent'
}

const bedside = ['bedside'] as const
const first = ['first'] as const
const besideTelephone = ['bedside', 'first'] as const
const button = ['button'] as const

interface RecordHeaderProps {
  readonly patient: Patient
  /** The patient's row of the board; null: on none. */
  readonly onBoard: VirtualWardPatient | null
  /** Without a row there is none, or it is on its way; false: nobody knows. */
  readonly isBoardKnown: boolean
  /** What is due is then in the banner, and stays. */
  readonly isPhone: boolean
  readonly offline: boolean
  readonly freshness: FreshnessLineProps['freshness']
  readonly onRefresh: () => void
}

/**
 * What stands under the patient's banner and scrolls away. On a phone what asks for somebody is in
 * sight (alerts, data out of date; the banner has what is due), and the rest is behind a button that
 * says how many flags are there and what is not sent: the banner and it together take a quarter of the window at most.
 * What is done at a bedside is at the bottom of the window, under the thumb.
 */
export function RecordHeader({
  patient,
  onBoard,
  isBoardKnown,
  isPhone,
  offline,
  freshness,
  onRefresh,
}: RecordHeaderProps) {
  const t = patientTexts(useEdition())
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const chips = useSlots('patientChips')
  const isInEmergency = useReadUntil() !== undefined
  const flags = patient.wardAdmission?.patientFlags.filter(({ active }) => active) ?? []
  const label = t.more.label(flags.length, markOf(patient))
  return (
    <header className={styles['about']} data-open={isOpen}>
      <div className={styles['now']}>
        {onBoard !== null ? (
          <RecordAlerts
            patient={onBoard}
            record={patient}
            contact={<Telephone patient={patient} />}
            offline={offline}
            isPhone={isPhone}
          />
        ) : (
          (isInEmergency || !isBoardKnown) && (
            <AskedAlerts patient={patient} offline={offline} isPhone={isPhone} />
          )
        )}
        <RhythmChip patient={patient} />
        {onBoard !== null && !isPhone && <NextDue patient={onBoard} />}
      </div>
      <div className={styles['first']} data-print="off">
        <Telephone patient={patient} isShort={isPhone} />
        {!isPhone && (
          <PatientActionButtons which={besideTelephone} patient={patient} offline={offline} />
        )}
      </div>
      <button
        type="button"
        className={styles['toggle']}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={t.more.name(label)}
        onClick={() => setOpen(!isOpen)}
      >
        <span>{label}</span>
        {isOpen ? <IconUp size={16} /> : <IconDown size={16} />}
      </button>
      <div id={id} className={styles['rest']}>
        {isPhone && <PatientActionButtons which={first} patient={patient} offline={offline} />}
        <span>
          <Place patient={patient} />
        </span>
        {flags.map((flag) => (
          <Tooltip key={`${flag.type} ${flag.title}`} label={flag.description}>
            <button type="button" data-print="keep" className={`${styles['flag']} finger`}>
              {flag.title}
            </button>
          </Tooltip>
        ))}
        <AboutPatient patient={patient} />
        {chips.map((chip) => (
          <Suspense key={chip.id}>
            <SlotPanel slot={chip} props={{ patient }} />
          </Suspense>
        ))}
        <div className={styles['quiet']}>
          <CareLine patient={patient} offline={offline} />
          <PatientActionButtons which={button} patient={patient} offline={offline} />
        </div>
      </div>
      <div className={styles['menu']}>
        <PatientActions patient={patient} offline={offline} />
      </div>
      {isPhone && (
        <div className={styles['bedside']} data-print="off">
          <PatientActionButtons which={bedside} patient={patient} offline={offline} />
        </div>
      )}
      <div className={styles['fresh']} data-stale={freshness.stale}>
        <FreshnessLine freshness={freshness} onRefresh={onRefresh} />
      </div>
    </header>
  )
}
