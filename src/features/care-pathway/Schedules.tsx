import { patientOnBoard } from '../../data/virtual-ward'
import { dueOf } from '../../domain/virtual-ward/due'
import type { VirtualWardPatient } from '../../domain/virtual-ward/virtual-ward'
import { formatDateTime } from '../../domain/time'
import { useOffline, useResource } from '../../engine/react'
import { carePathwayTexts } from '../../texts/care-pathway'
import { recurrenceWords, toleranceWords } from '../../texts/schedule-words'
import { pathwaysTexts } from '../../texts/pathways'
import { useEdition } from '../../ui/edition'
import { Await, readAs } from '../../ui/feedback'
import styles from './CarePathwayTab.module.css'

function Schedule({
  patient,
  schedule,
}: {
  readonly patient: VirtualWardPatient
  readonly schedule: VirtualWardPatient['schedules'][number]
}) {
  const edition = useEdition()
  const t = carePathwayTexts(edition)
  const { rrule, tolerance } = schedule.schedule
  const words = recurrenceWords(rrule, edition)
  const slot = dueOf({ ...patient, schedules: [schedule] }).slot
  const { tolerance: within } = pathwaysTexts(edition).checkupTypes
  return (
    <li>
      <strong>{schedule.name}</strong>
      <p>{words ?? t.unread(rrule)}</p>
      <p className={styles['meta']}>
        {words !== null && (
          <span>
            {slot === null
              ? t.noNext
              : t.next(formatDateTime(new Date(slot.dueMs).toISOString(), edition))}
          </span>
        )}
        <span>{within(toleranceWords(tolerance.early), toleranceWords(tolerance.late))}</span>
        <span>
          {schedule.latestEndedAt === null
            ? t.noLatest
            : t.latest(formatDateTime(schedule.latestEndedAt, edition))}
        </span>
      </p>
    </li>
  )
}

/** What the pathway asks for, and when each is due next. */
export function Schedules({ patientId }: { readonly patientId: string }) {
  const t = carePathwayTexts(useEdition())
  const reading = useResource(patientOnBoard, { patientId })
  const offline = useOffline()
  return (
    <Await of={readAs(reading, offline)} failed={t.schedulesFailed} empty={<p>{t.notOnBoard}</p>}>
      {([patient]) =>
        patient === undefined || patient.schedules.length === 0 ? (
          <p>{t.noSchedules}</p>
        ) : (
          <ul className={styles['list']}>
            {patient.schedules.map((one) => (
              <Schedule key={one.id} patient={patient} schedule={one} />
            ))}
          </ul>
        )
      }
    </Await>
  )
}
