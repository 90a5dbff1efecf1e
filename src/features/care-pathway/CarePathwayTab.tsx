import { useCallback, useId, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { formatStaffName } from '../../domain/identity'
import type { Patient } from '../../domain/patient/patient'
import { formatDate, formatDateTime } from '../../domain/time'
import { carePathwayTexts } from '../../texts/care-pathway'
import { May } from '../../ui/access'
import { useEdition } from '../../ui/edition'
import { EmptyState } from '../../ui/feedback'
import { paths } from '../../ui/paths'
import type { PatientTabProps } from '../../ui/room'
import { Timeline } from '../../ui/timeline'
import styles from './CarePathwayTab.module.css'
import { EventLine, type StayEvent } from './EventLine'
import { Schedules } from './Schedules'

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

function Admission({ patient: { wardAdmission: admission } }: PatientTabProps) {
  const edition = useEdition()
  const t = carePathwayTexts(edition)
  if (admission === null) return <EmptyState title={t.none.title} text={t.none.text} />
  const { ward, carePathway } = admission
  return (
    <dl className={styles['facts']}>
      <dt>{t.pathway}</dt>
      <dd>
        <May permission="view_care_pathways" otherwise={carePathway.name}>
          <Link to={paths.pathway(carePathway.id, 'checkuptypes')}>{carePathway.name}</Link>
        </May>
      </dd>
      <dt>{t.ward}</dt>
      <dd>
        <Link to={paths.ward(ward.id, 'patients')}>{ward.name}</Link>
      </dd>
      <dt>{t.admitted}</dt>
      <dd>{formatDateTime(admission.admittedAt, edition)}</dd>
    </dl>
  )
}

function Flags({
  flags,
}: {
  readonly flags: NonNullable<Patient['wardAdmission']>['patientFlags']
}) {
  const t = carePathwayTexts(useEdition())
  const active = flags.filter((flag) => flag.active)
  if (active.length === 0) return <p>{t.noFlags}</p>
  return (
    <ul className={styles['list']}>
      {active.map(({ type, title, description }) => (
        <li key={type}>
          <strong>{title}</strong> {description}
        </li>
      ))}
    </ul>
  )
}

/** Which thresholds score the patient, and whose they are. */
function Thresholds({ patient: { id, ewsThresholds: own, ewsDefault } }: PatientTabProps) {
  const edition = useEdition()
  const t = carePathwayTexts(edition).thresholds
  const author = formatStaffName(own?.createdBy)
  const when = own === null ? '' : formatDateTime(own.createdAt, edition)
  return (
    <>
      <p>
        <strong>{own?.thresholds == null ? t.pathway(ewsDefault.schemeName) : t.personal}</strong>,{' '}
        {t.scale(own?.spo2Scale ?? 1)}
      </p>
      {own !== null && (
        <p className={styles['meta']}>
          <span>{author === '' ? t.setAt(when) : t.setBy(author, when)}</span>
          {own.decidedBy != null && own.reason != null && (
            <span>{t.basis(own.decidedBy, own.reason)}</span>
          )}
          {own.reviewOn != null && <span>{t.review(formatDate(own.reviewOn, edition))}</span>}
        </p>
      )}
      <Link to={paths.patient(id, 'vitals')}>{t.see}</Link>
    </>
  )
}

const keyOf = ({ admissionId, type, effectiveAt, createdAt }: StayEvent) =>
  `${admissionId} ${type} ${effectiveAt} ${createdAt}`
const effectiveAt = (event: StayEvent) => event.effectiveAt

/** Pathway, schedules, flags, thresholds, and how the patient came here (C017). */
export function CarePathwayTab({ patient }: PatientTabProps) {
  const line = useCallback(
    (event: StayEvent) => <EventLine event={event} patientId={patient.id} />,
    [patient.id],
  )
  const t = carePathwayTexts(useEdition())
  const admission = patient.wardAdmission
  return (
    <div className={styles['root']}>
      <Part title={t.heading}>
        <Admission patient={patient} />
      </Part>
      {admission !== null && (
        <>
          <Part title={t.schedules}>
            <Schedules patientId={patient.id} />
          </Part>
          <Part title={t.flags}>
            <Flags flags={admission.patientFlags} />
          </Part>
        </>
      )}
      <Part title={t.thresholds.heading}>
        <Thresholds patient={patient} />
      </Part>
      <Part title={t.events.heading}>
        {patient.admissionEvents.length === 0 ? (
          <p>{t.events.none}</p>
        ) : (
          <Timeline rows={patient.admissionEvents} rowKey={keyOf} at={effectiveAt} entry={line} />
        )}
      </Part>
    </div>
  )
}
