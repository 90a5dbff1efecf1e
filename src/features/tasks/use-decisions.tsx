import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { acceptReferral, rejectReferral, type Task } from '../../data/referral'
import { longestReferralReason } from '../../domain/referral/referral'
import { useCommand } from '../../engine/react'
import { tasksTexts } from '../../texts/tasks'
import { useMay, usePrincipal } from '../../ui/access'
import { useEdition, useTexts } from '../../ui/edition'
import { Dialog, showToast } from '../../ui/feedback'
import { FormDialog, useCommandForm, useConfirmCommand } from '../../ui/form-kit'
import { paths } from '../../ui/paths'
import type { RowAction } from '../../ui/table'
import { nameOf } from './columns'
import { PatientFacts } from './PatientFacts'
import { useStayText } from './use-stay-text'

interface DialogProps {
  readonly task: Task
  readonly onClose: () => void
}

/** Whose record leads to the admission of a task now; null: nobody's. */
const admitsNow = ({ patient, isAdmittedAtSender }: Task): string | null =>
  patient?.mayOpen === true && !isAdmittedAtSender ? patient.id : null

/** Asks why a referral is rejected. */
function RejectDialog({ task, onDone, onClose }: DialogProps & { readonly onDone: () => void }) {
  const texts = tasksTexts(useEdition())
  const t = texts.reject
  const name = nameOf(task, texts)
  const form = useCommandForm({
    command: useCommand(rejectReferral),
    fields: [
      {
        kind: 'textarea',
        name: 'reason',
        label: t.reason,
        required: true,
        missing: t.required,
        rows: 4,
        maxLength: longestReferralReason,
        autoFocus: true,
      } as const,
    ],
    before: { reason: '' },
    toInput: ({ reason }) => ({ referralId: task.referral.id, reason }),
    onDone: () => {
      showToast('referral', task.patient === null ? t.doneNobody : t.done(name), { tone: 'info' })
      onDone()
    },
  })
  return (
    <FormDialog
      form={form}
      title={t.title}
      submitLabel={t.action}
      danger
      failed={t.failed}
      lead={
        <p>
          {task.patient === null
            ? t.aboutNobody(task.referral.organization.name)
            : t.about(name, task.referral.organization.name)}
        </p>
      }
      onClose={onClose}
    />
  )
}

/** That a referral was accepted, and the way to admit the patient or to their record. */
function AcceptedDialog({ task, onClose }: DialogProps) {
  const texts = tasksTexts(useEdition())
  const t = texts.accept
  const navigate = useNavigate()
  const mayAdmit = useMay('patient.admit')
  const hasWards = usePrincipal()?.features.has('wards') === true
  const { patient, referral, isAdmittedAtSender } = task
  const opens = patient?.mayOpen === true ? patient.id : null
  const admits = mayAdmit && admitsNow(task) !== null
  return (
    <Dialog
      title={t.done}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {admits ? t.later : t.close}
          </Button>
          {opens !== null && (
            <Button
              data-autofocus
              onClick={() =>
                void navigate(
                  admits ? paths.admitReferred(opens, referral.id) : paths.patient(opens),
                )
              }
            >
              {admits ? t.admit : t.record}
            </Button>
          )}
        </>
      }
    >
      <p>{t.doneText(nameOf(task, texts))}</p>
      <p>
        {isAdmittedAtSender && hasWards
          ? texts.stay.elsewhere(referral.organization.name)
          : admits
            ? t.admitNow
            : hasWards
              ? t.noAdmit
              : t.readNow}
      </p>
    </Dialog>
  )
}

/** Accepting, rejecting and admitting: the actions of a task, and their dialogs. */
export const useDecisions = (
  onDecided: () => void,
): {
  readonly actionsOf: (task: Task) => readonly RowAction[]
  readonly dialogs: ReactNode
} => {
  const t = tasksTexts(useEdition())
  const navigate = useNavigate()
  const stayText = useStayText()
  const { blocked: reasons } = useTexts().ui
  const accept = useCommand(acceptReferral)
  const [rejecting, setRejecting] = useState<Task | null>(null)
  const [accepted, setAccepted] = useState<Task | null>(null)
  const sure = useConfirmCommand(
    accept,
    (task: Task) => {
      const { name } = task.referral.organization
      return {
        title: t.accept.title,
        text: (
          <>
            <p>{t.accept.sure(nameOf(task, t), name)}</p>
            {task.patient !== null && <PatientFacts patient={task.patient} />}
            <p>{stayText(task)}</p>
          </>
        ),
        confirmLabel: t.accept.action,
        failed: t.accept.failed,
      }
    },
    {
      toInput: ({ referral }) => ({ referralId: referral.id }),
      onDone: (value, task) => {
        onDecided()
        setAccepted(value ?? task)
      },
    },
  )
  const disabled = accept.blocked === null ? null : reasons[accept.blocked]
  const action = { action: 'referral.decide', disabled } as const
  return {
    actionsOf: (task) => {
      const { referral, awaitsAdmission } = task
      const admitted = awaitsAdmission ? admitsNow(task) : null
      if (admitted !== null)
        return [
          {
            action: 'patient.admit',
            label: t.accept.admit,
            onSelect: () => void navigate(paths.admitReferred(admitted, referral.id)),
          },
        ]
      if (referral.status !== 'Pending') return []
      return [
        // Nobody can be accepted whom the sender has no more.
        ...(task.patient === null
          ? []
          : [{ ...action, label: t.accept.action, onSelect: () => sure.ask(task) }]),
        { ...action, label: t.reject.action, danger: true, onSelect: () => setRejecting(task) },
      ]
    },
    dialogs: (
      <>
        {sure.dialog}
        {accepted !== null && <AcceptedDialog task={accepted} onClose={() => setAccepted(null)} />}
        {rejecting !== null && (
          <RejectDialog
            task={rejecting}
            onDone={() => {
              setRejecting(null)
              onDecided()
            }}
            onClose={() => setRejecting(null)}
          />
        )}
      </>
    ),
  }
}
