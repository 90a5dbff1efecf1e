import { Button } from '@mantine/core'
import { useState } from 'react'
import { changeTask } from '../../data/task'
import { formatStaffName } from '../../domain/identity'
import { openTasks, tasksPart, unsentOfTask, type PatientTask } from '../../domain/task/task'
import { allUnsentOf, needsPerson } from '../../domain/sync/unsent'
import { formatDateTime, formatMoment } from '../../domain/time'
import { useCommand, useOffline, useSession } from '../../engine/react'
import { toDoTexts } from '../../texts/to-do'
import { useMay } from '../../ui/access'
import { UnsentMark, useIdentityLine } from '../../ui/clinical'
import { useEdition } from '../../ui/edition'
import { Dialog, showToast } from '../../ui/feedback'
import { useProblemText } from '../../ui/problem'
import type { PatientActionProps } from '../../ui/room'
import { useNow } from '../../ui/time'
import { AddTaskDialog, EndTaskDialog, PutOffDialog } from './TaskDialogs'
import styles from './to-do.module.css'

type Open =
  | { readonly kind: 'add' }
  | { readonly kind: 'done' | 'cancelled' | 'putOff'; readonly task: PatientTask }

function OpenTask({
  patient,
  task,
  onOpen,
}: {
  readonly patient: PatientActionProps['patient']
  readonly task: PatientTask
  readonly onOpen: (open: Open) => void
}) {
  const edition = useEdition()
  const t = toDoTexts(edition).tasks
  const now = useNow()
  const userId = useSession().me?.id ?? ''
  const say = useProblemText()
  const patientId = patient.id
  const change = useCommand(changeTask, { about: patientId })
  const mayRecord = useMay('patient-task.record')
  const isMine = task.assignee?.id === userId
  const dueMs = Date.parse(task.dueAt)
  const take = async (): Promise<void> => {
    const result = await change.run({
      patientId,
      taskId: task.id,
      text: task.text,
      isMine: !isMine,
    })
    if (result.kind === 'refused')
      showToast(`task ${task.id}`, `${t.changeFailed} ${say(result.problem)}`)
  }
  return (
    <li data-late={dueMs < now}>
      <strong className={styles['text']}>{task.text}</strong>
      <span className={styles['due']}>
        {t.dueWords(formatMoment(dueMs, now, edition), dueMs < now)}
      </span>
      <span className={styles['quiet']}>
        {task.assignee === null ? t.anyone : t.by(formatStaffName(task.assignee))}
        {' · '}
        {t.wroteBy(formatStaffName(task.createdBy), formatDateTime(task.capturedAt, edition))}
      </span>
      <UnsentMark compact unsent={unsentOfTask(patient, task.id)} />
      {mayRecord && (
        <span className={styles['acts']}>
          <Button
            variant="default"
            aria-label={t.endNamed(task.text)}
            onClick={() => onOpen({ kind: 'done', task })}
          >
            {t.end}
          </Button>
          <Button
            variant="default"
            loading={change.busy}
            aria-label={(isMine ? t.giveBackNamed : t.takeNamed)(task.text)}
            onClick={() => void take()}
          >
            {isMine ? t.giveBack : t.take}
          </Button>
          <Button
            variant="default"
            aria-label={t.putOffNamed(task.text)}
            onClick={() => onOpen({ kind: 'putOff', task })}
          >
            {t.putOff}
          </Button>
          <Button
            variant="subtle"
            aria-label={t.cancelNamed(task.text)}
            onClick={() => onOpen({ kind: 'cancelled', task })}
          >
            {t.cancel}
          </Button>
        </span>
      )}
    </li>
  )
}

/** What is to be done for a patient, to read and to write, online and offline. */
export function TasksDialog({ patient, onClose }: PatientActionProps) {
  const edition = useEdition()
  const t = toDoTexts(edition).tasks
  const who = useIdentityLine(patient)
  const isOffline = useOffline()
  const mayRecord = useMay('patient-task.record')
  const [open, setOpen] = useState<Open | null>(null)
  const back = (): void => setOpen(null)
  const tasks = openTasks(patient)
  const ended = patient.tasks
    .flatMap(({ end, ...task }) => (end === null ? [] : [{ ...task, end }]))
    .toSorted((a, b) => Date.parse(b.end.at) - Date.parse(a.end.at))
  return (
    <>
      <Dialog title={t.title} size="medium" onClose={onClose}>
        <p>{who}</p>
        <p className={styles['quiet']}>{isOffline ? t.offline : t.lead}</p>
        <UnsentMark
          compact
          what={t.unsent}
          unsent={allUnsentOf(patient, tasksPart).find(({ state }) => needsPerson(state)) ?? null}
        />
        {tasks.length === 0 ? (
          <p>{t.none}</p>
        ) : (
          <ul className={styles['tasks']} aria-label={t.title}>
            {tasks.map((task) => (
              <OpenTask key={task.id} patient={patient} task={task} onOpen={setOpen} />
            ))}
          </ul>
        )}
        {mayRecord && <Button onClick={() => setOpen({ kind: 'add' })}>{t.add}</Button>}
        {ended.length > 0 && (
          <details className={styles['ended']}>
            <summary>{t.ended}</summary>
            <ul className={styles['tasks']}>
              {ended.map(({ id, text, end }) => (
                <li key={id}>
                  <span className={styles['text']}>{text}</span>
                  <span className={styles['quiet']}>
                    {t.ends[end.as](formatStaffName(end.by), formatDateTime(end.at, edition))}
                  </span>
                  {end.outcome !== null && <span>{end.outcome}</span>}
                </li>
              ))}
            </ul>
          </details>
        )}
      </Dialog>
      {open?.kind === 'add' && <AddTaskDialog patient={patient} onClose={back} />}
      {open?.kind === 'putOff' && (
        <PutOffDialog patientId={patient.id} task={open.task} onClose={back} />
      )}
      {(open?.kind === 'done' || open?.kind === 'cancelled') && (
        <EndTaskDialog patientId={patient.id} task={open.task} as={open.kind} onClose={back} />
      )}
    </>
  )
}
