import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { openTask, type Task } from '../../data/referral'
import { formatStaffName } from '../../domain/identity'
import type { Edition } from '../../domain/organization/organization'
import { formatDateTime } from '../../domain/time'
import { useCommand, useOffline } from '../../engine/react'
import { referralTexts } from '../../texts/referral'
import { tasksTexts } from '../../texts/tasks'
import { useMay } from '../../ui/access'
import { Facts } from '../../ui/clinical'
import { DetailDrawer, type Detail } from '../../ui/detail'
import { useEdition } from '../../ui/edition'
import { paths } from '../../ui/paths'
import { RowButtons, type RowAction } from '../../ui/table'
import { goneTextOf, nameOf } from './columns'
import { PatientFacts } from './PatientFacts'
import { useStayText } from './use-stay-text'
import styles from './tasks.module.css'

/** The first member who opens a task has it in progress, where they may. */
const useOpened = ({ id, status }: Task): void => {
  const mayChange = useMay('task.change')
  const offline = useOffline()
  const { run } = useCommand(openTask)
  const told = useRef<string | null>(null)
  const isFirst = mayChange && !offline && status === 'NotStarted'
  useEffect(() => {
    if (!isFirst || told.current === id) return
    told.current = id
    // Where it fails the task stays as it is: the next one who opens it is the first.
    void run({ taskId: id })
  }, [isFirst, id, run])
}

type Fact = readonly [name: string, value: string]

/** Who sent it, why, and what was decided. */
const factsOf = ({ referral, ...task }: Task, edition: Edition): readonly Fact[] => {
  const { drawer, headings, statuses } = tasksTexts(edition)
  const { reasonOf } = referralTexts(edition)
  const { reason, decidedAt, rejectionReason } = referral
  const [sender, opener, decider] = [referral.referringUser, task.assignee, referral.decidedBy]
  return [
    [headings.from, referral.organization.name],
    ...(sender === null ? [] : [[drawer.by, formatStaffName(sender)] as const]),
    [headings.created, formatDateTime(task.createdAt, edition)],
    [headings.status, statuses[task.status]],
    ...(opener === null ? [] : [[drawer.opened, formatStaffName(opener)] as const]),
    ...(reason === null ? [] : [[headings.reason, reasonOf(reason.reason)] as const]),
    ...(reason?.comment == null ? [] : [[drawer.comment, reason.comment] as const]),
    ...(decidedAt === null
      ? []
      : [
          [
            drawer.decided,
            drawer.at(formatStaffName(decider), formatDateTime(decidedAt, edition)),
          ] as const,
        ]),
    ...(rejectionReason === null ? [] : [[drawer.rejection, rejectionReason] as const]),
  ]
}

/** One task with all that its sender tells of the patient. */
export function TaskDrawer({
  task,
  detail,
  actions,
}: {
  readonly task: Task
  readonly detail: Detail
  readonly actions: readonly RowAction[]
}) {
  const edition = useEdition()
  const t = tasksTexts(edition)
  useOpened(task)
  const stay = useStayText()(task)
  const { patient, referral } = task
  const { data } = referral
  return (
    <DetailDrawer
      detail={detail}
      title={patient === null ? t.drawer.untitled : t.drawer.title(nameOf(task, t))}
      actions={actions.length > 0 && <RowButtons actions={actions} />}
    >
      <div className={styles['drawer']}>
        {patient !== null && <PatientFacts patient={patient} />}
        {data === null ? (
          <p className={styles['whole']}>{goneTextOf(task, t)}</p>
        ) : (
          <section>
            <h3>{t.headings.statement}</h3>
            <p className={styles['whole']}>{data.supportingInformation}</p>
          </section>
        )}
        <Facts of={factsOf(task, edition)} />
        {stay !== null && <p className={styles['whole']}>{stay}</p>}
        {patient?.mayOpen === true && <Link to={paths.patient(patient.id)}>{t.drawer.record}</Link>}
      </div>
    </DetailDrawer>
  )
}
