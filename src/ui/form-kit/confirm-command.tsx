import { Button } from '@mantine/core'
import { useId, useRef, useState, type ReactNode } from 'react'
import type { Problem } from '../../domain/problem'
import { formTexts } from '../../texts/form'
import { useEdition, useTexts } from '../edition'
import { useProblemText } from '../problem'
import { Banner } from '../feedback/Banner'
import { Dialog } from '../feedback/Dialog'
import { showToast } from '../feedback/Toasts'
import { useUnsaved } from '../work'
import { AskToLeave } from './AskToLeave'
import styles from './form.module.css'
import { refusalText, UnknownOutcome } from './FormBody'
import { blockOf, useSubmission, type Doing } from './submission'

type Told = 'dialog' | 'toast'

/** What a confirmation says. */
export interface Confirmation {
  readonly title: string
  readonly text?: ReactNode
  readonly confirmLabel: string
  readonly cancelLabel?: string
  readonly danger?: boolean
  /** What is said when it was not done. */
  readonly failed: string | ((problem: Problem) => string)
  /** Where that is said: in the dialog, which stays open, or as a toast after it has closed. */
  readonly failure?: Told | ((problem: Problem) => Told)
  /** How long that toast stays, milliseconds. */
  readonly toastMs?: number
}

interface ConfirmCommandProps<Input, Value> extends Confirmation {
  readonly command: Doing<Input, Value>
  /** Made when the answer is yes, so that an instant in it is that of the act. */
  readonly toInput: () => Input
  readonly onDone?: ((value: Value | null) => void | Promise<void>) | undefined
  readonly onClose: () => void
}

function ConfirmCommand<Input, Value>({
  command,
  toInput,
  title,
  text,
  confirmLabel,
  cancelLabel,
  danger = false,
  failed,
  failure = 'dialog',
  toastMs,
  onDone,
  onClose,
}: ConfirmCommandProps<Input, Value>) {
  const t = formTexts(useEdition())
  const say = useProblemText()
  const reasons = useTexts().ui.blocked
  const block = blockOf(command)
  const told = (problem: Problem): string =>
    typeof failed === 'function' ? failed(problem) : failed
  const [asking, setAsking] = useState(false)
  const { state, locked, send, check } = useSubmission(command, {
    done: async (value) => {
      release()
      try {
        await onDone?.(value)
      } finally {
        onClose()
      }
    },
    refused: (problem) => {
      if ((typeof failure === 'function' ? failure(problem) : failure) === 'dialog') return false
      showToast(
        `confirm ${title}`,
        told(problem),
        toastMs === undefined ? {} : { staysMs: toastMs },
      )
      onClose()
      return true
    },
  })
  const release = useUnsaved(locked ? 'unknown' : null)
  const close = (): void => (locked ? setAsking(true) : onClose())
  if (asking && !locked) setAsking(false)
  if (asking) return <AskToLeave kind="unknown" onLeave={onClose} onStay={() => setAsking(false)} />
  return (
    <Dialog
      title={title}
      role="alertdialog"
      size="small"
      onClose={close}
      actions={
        <>
          <Button variant="default" onClick={close} data-autofocus>
            {cancelLabel ?? t.cancel}
          </Button>
          <Button
            color={danger ? 'danger' : undefined}
            loading={state.kind === 'busy' || state.kind === 'checking'}
            disabled={block !== null || state.kind === 'unknown'}
            onClick={() => void send(toInput())}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className={styles['form']}>
        {text !== undefined && <div className={styles['form']}>{text}</div>}
        <UnknownOutcome state={state} offline={command.blocked === 'offline'} onCheck={check} />
        {state.kind === 'refused' && (
          <Banner kind="danger" title={told(state.problem)}>
            {refusalText(state.problem, say)}
          </Banner>
        )}
        {block !== null && <p className={styles['quiet']}>{reasons[block]}</p>}
      </div>
    </Dialog>
  )
}

/**
 * Asks before a command or a call, and does it: `ask(asked)` opens the dialog that `dialog` draws.
 * It closes when the server said yes; a failure is told inside it or as a toast; a lost answer is
 * followed to its end. `toInput`: what is sent, where it is not what was asked about.
 */
export const useConfirmCommand = <Input, Value, Asked = Input>(
  command: Doing<Input, Value>,
  confirmation: (asked: Asked) => Confirmation,
  {
    toInput = (asked) => asked as unknown as Input,
    onDone,
  }: {
    readonly toInput?: (asked: Asked) => Input
    readonly onDone?: (value: Value | null, asked: Asked) => void | Promise<void>
  } = {},
): { readonly ask: (asked: Asked) => void; readonly dialog: ReactNode } => {
  const [open, setOpen] = useState<{ readonly id: number; readonly asked: Asked } | null>(null)
  // Dialogs of several hooks stand side by side: their keys must differ.
  const mine = useId()
  const asks = useRef(0)
  return {
    ask: (asked) => setOpen({ id: (asks.current += 1), asked }),
    dialog: open !== null && (
      <ConfirmCommand
        key={`${mine} ${open.id}`}
        {...confirmation(open.asked)}
        command={command}
        toInput={() => toInput(open.asked)}
        onDone={(value) => onDone?.(value, open.asked)}
        // An answer that comes late closes its own question, not the next one.
        onClose={() => setOpen((now) => (now?.id === open.id ? null : now))}
      />
    ),
  }
}
