import { Link } from 'react-router-dom'
import { formatStaffName } from '../../../domain/identity'
import type { Edition } from '../../../domain/organization/organization'
import { unsentOfTask } from '../../../domain/task/task'
import { formatMoment } from '../../../domain/time'
import type { ToDo } from '../../../domain/virtual-ward/to-do'
import type { VirtualWardPatient } from '../../../domain/virtual-ward/virtual-ward'
import { alertTexts } from '../../../texts/alerts'
import { toDoTexts } from '../../../texts/to-do'
import { alertName } from '../../../ui/alerts'
import { SimilarNamesWarning, UnsentMark } from '../../../ui/clinical'
import { paths } from '../../../ui/paths'
import { NextDue } from '../../../ui/schedule'
import type { Column } from '../../../ui/table'
import { useTicked } from '../../../ui/time'
import type { ShownIdentity } from '../card-display'
import styles from './AlertList.module.css'

function When({ one, edition }: { readonly one: ToDo; readonly edition: Edition }) {
  const { list, tasks } = toDoTexts(edition)
  const words = useTicked((now) => {
    const when = formatMoment(one.dueMs, now, edition)
    return one.kind === 'alert' ? list.alertSince(when) : tasks.dueWords(when, one.isLate)
  })
  return one.kind === 'observation' ? (
    <NextDue patient={one.patient} />
  ) : (
    <span className={one.isLate ? styles['late'] : undefined}>{words}</span>
  )
}

const whatOf = (one: ToDo, t: ReturnType<typeof toDoTexts>['list'], edition: Edition): string => {
  switch (one.kind) {
    case 'alert':
      return alertName(one.alert, alertTexts(edition))
    case 'task':
      return one.task.text
    case 'observation':
      return t.observations
  }
}

/** The list of what is to be done as columns. `who`: the patient, as far as the display says. */
export const toDoColumns = (
  t: ReturnType<typeof toDoTexts>['list'],
  edition: Edition,
  who: (patient: VirtualWardPatient) => ShownIdentity,
  mayRecord: boolean,
  mayOpen: boolean,
): readonly Column<ToDo>[] => [
  {
    id: 'what',
    heading: t.what,
    cell: (one) => (
      <>
        <strong>{whatOf(one, t, edition)}</strong>
        {one.kind === 'task' && (
          <UnsentMark compact unsent={unsentOfTask(one.patient, one.task.id)} />
        )}
      </>
    ),
  },
  {
    id: 'patient',
    heading: t.patient,
    width: '230px',
    rowHeader: true,
    cell: ({ patient }) => (
      <>
        <Link to={paths.patient(patient.id)} className="finger">
          {who(patient).heading}
        </Link>
        {who(patient).isFull && <SimilarNamesWarning count={patient.numSimilarNames} />}
        <div className={styles['who']}>
          {[who(patient).identifier, patient.wardAdmission?.ward.name]
            .filter((part) => part != null)
            .join(', ')}
        </div>
      </>
    ),
  },
  {
    id: 'when',
    heading: t.when,
    width: '220px',
    cell: (one) => <When one={one} edition={edition} />,
  },
  {
    id: 'who',
    heading: t.who,
    width: '260px',
    cell: (one) => {
      const { called } = who(one.patient)
      return (
        <>
          {one.kind === 'alert' && <div>{t.nobody}</div>}
          {one.kind === 'task' && (
            <div>
              {one.task.assignee === null
                ? toDoTexts(edition).tasks.anyone
                : toDoTexts(edition).tasks.by(formatStaffName(one.task.assignee))}
            </div>
          )}
          {one.kind === 'alert' && (
            <Link className="finger" to={paths.openAlerts()} aria-label={t.openAlertsNamed(called)}>
              {t.openAlerts}
            </Link>
          )}
          {one.kind === 'observation' && mayRecord && (
            <Link
              className="finger"
              to={paths.observe(one.patient.id)}
              aria-label={t.takeNamed(called)}
            >
              {t.take}
            </Link>
          )}
          {one.kind === 'task' && mayOpen && (
            <Link
              className="finger"
              to={paths.patientTasks(one.patient.id)}
              aria-label={t.tasksNamed(called)}
            >
              {toDoTexts(edition).tasks.title}
            </Link>
          )}
        </>
      )
    },
  },
]
