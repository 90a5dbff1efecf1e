import { Suspense, type ReactNode } from 'react'
import { may } from '../../../domain/access/may'
import type { Patient } from '../../../domain/patient/patient'
import { patientTexts } from '../../../texts/patient'
import { usePrincipal } from '../../../ui/access'
import { useDetail } from '../../../ui/detail'
import { useEdition, useTexts } from '../../../ui/edition'
import { copyText, Popover, showToast, Tooltip } from '../../../ui/feedback'
import { IconMore } from '../../../ui/layout'
import type { ActionReasonProps, PatientAction } from '../../../ui/room'
import { SlotPanel, useSlots } from '../../../ui/slots'
import styles from './Record.module.css'

interface ActionButtonProps {
  readonly label: string
  /** Why it cannot be done now; null: it can. */
  readonly reason: string | null
  readonly danger?: boolean
  readonly onSelect: () => void
}

function ActionButton({ label, reason, danger = false, onSelect }: ActionButtonProps) {
  return (
    <Tooltip label={reason} disabled={reason === null}>
      <button
        type="button"
        data-danger={danger}
        aria-disabled={reason !== null}
        onClick={reason === null ? onSelect : undefined}
      >
        {label}
      </button>
    </Tooltip>
  )
}

/** Draws an action with the reason why it cannot be done; while that is asked for it can be chosen. */
function Reasoned({
  action: { loadReason },
  patient,
  children,
}: Pick<ActionReasonProps, 'patient' | 'children'> & { readonly action: PatientAction }) {
  if (loadReason === undefined) return children(null)
  return (
    <Suspense fallback={children(null)}>
      <SlotPanel<ActionReasonProps> slot={{ load: loadReason }} props={{ patient, children }} />
    </Suspense>
  )
}

const lookOf = ({ look }: PatientAction, patient: Patient) => look?.(patient) ?? 'menu'

interface PatientActionsProps {
  readonly patient: Patient
  readonly offline: boolean
}

/** The actions that suit this patient and user, and how one of them is drawn. */
function useActions({ patient, offline }: PatientActionsProps) {
  const texts = useTexts()
  const principal = usePrincipal()
  const all = useSlots('patientActions')
  const dialog = useDetail('dialog')
  const actions =
    principal === null ? [] : all.filter(({ suits }) => suits?.(patient, principal) ?? true)
  const draw = (action: PatientAction, before?: () => void): ReactNode => {
    const { id, label, danger = false } = action
    const button = (reason: string | null) => (
      <ActionButton
        label={label(texts)}
        danger={danger}
        reason={reason}
        onSelect={() => {
          before?.()
          dialog.open(id)
        }}
      />
    )
    return offline && action.offline !== 'works' ? (
      button(texts.ui.blocked.offline)
    ) : (
      <Reasoned action={action} patient={patient}>
        {button}
      </Reasoned>
    )
  }
  return { actions, draw, dialog }
}

/** Those that are buttons of their own. */
export function PatientActionButtons({
  which,
  ...props
}: PatientActionsProps & { readonly which: readonly ReturnType<typeof lookOf>[] }) {
  const { actions, draw } = useActions(props)
  return actions
    .filter((action) => which.includes(lookOf(action, props.patient)))
    .map((action) => (
      <span key={action.id} className={styles['action']}>
        {draw(action)}
      </span>
    ))
}

/** The menu of the others, and the dialog of the action that the address names. */
export function PatientActions({ patient, offline }: PatientActionsProps) {
  const texts = useTexts()
  const t = patientTexts(useEdition())
  const principal = usePrincipal()
  const { actions, draw, dialog } = useActions({ patient, offline })
  if (principal === null) return null
  const open = actions.find(({ id }) => id === dialog.id)
  const inMenu = actions.filter((action) => lookOf(action, patient) === 'menu')
  const mayCopy = may(principal, 'patient.copy-id')
  const copy = async (): Promise<void> => {
    const outcome = await copyText(patient.id)
    showToast(
      'copy patient id',
      outcome === 'copied' ? t.idCopied : texts.ui.copy[outcome],
      outcome === 'copied' ? { tone: 'info' } : {},
    )
  }
  return (
    <>
      {(inMenu.length > 0 || mayCopy) && (
        <Popover
          align="end"
          name={t.actions}
          label={
            <>
              <span className={styles['wide']}>{t.actions}</span>
              <span className={styles['narrow']}>
                <IconMore />
              </span>
            </>
          }
        >
          {(close) => (
            <ul className={styles['actions']}>
              {inMenu.map((action) => (
                <li key={action.id}>{draw(action, close)}</li>
              ))}
              {mayCopy && (
                <li>
                  <ActionButton
                    label={t.copyId}
                    reason={null}
                    onSelect={() => {
                      close()
                      void copy()
                    }}
                  />
                </li>
              )}
            </ul>
          )}
        </Popover>
      )}
      {open !== undefined && (
        <Suspense>
          <SlotPanel key={open.id} slot={open} props={{ patient, onClose: dialog.close }} />
        </Suspense>
      )}
    </>
  )
}
