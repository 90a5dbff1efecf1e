import { Button } from '@mantine/core'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import {
  moveJourney,
  resumeJourney,
  viewJourney,
  type Journey,
  type JourneyEvent,
  type JourneyStep,
  type JourneyView,
  type Position,
} from '../../domain/journey/journey'
import { useTexts } from '../edition'
import { ConfirmDialog } from '../feedback/ConfirmDialog'
import { Dialog } from '../feedback/Dialog'
import { FormBody, type AnyCommandForm } from '../form-kit'
import { useOpenWork } from '../work'
import { JourneySteps } from './JourneySteps'
import styles from './JourneyFrame.module.css'

export interface JourneyFrameStep<State> extends JourneyStep<State> {
  readonly title: string
  /** Over the step, where that is not its title in the list of steps. */
  readonly heading?: string
  /** In place of 'Continue' (P160). */
  readonly nextLabel?: string
  /** In place of 'Back'. */
  readonly backLabel?: string
  /** The step's form: Continue saves it, then goes on. */
  readonly form?: AnyCommandForm
  /** What is said when the form was not saved. */
  readonly failed?: string
  /** The step, above its form where it has one. */
  readonly render?: (state: State) => ReactNode
  /** What its form offers is not here yet: the form is not shown, `render` says that it loads. */
  readonly isWaiting?: () => boolean
  /** Under the step's form. */
  readonly renderAfter?: (state: State) => ReactNode
}

/** What is asked before a journey is cancelled; what is left out is the shared text. */
export interface CancelWords {
  readonly title?: string
  readonly text?: ReactNode
  readonly confirmLabel?: string
  readonly keepLabel?: string
}

export interface JourneyFrameProps<State> {
  readonly title: string
  readonly steps: readonly JourneyFrameStep<State>[]
  /** What the journey has collected; the caller keeps it, so that nothing typed is lost. */
  readonly state: State
  readonly onFinish: () => void
  readonly onCancel: () => void
  /** Asked before Continue, e.g. to show the step's errors; false stays. */
  readonly onContinue?: (stepId: string) => boolean | Promise<boolean>
  readonly busy?: boolean
  /** What cancelling asks, by what was done so far. */
  readonly cancelWords?: (state: State) => CancelWords
  /** Over the step, e.g. what the journey is about or what went wrong. */
  readonly banner?: ReactNode
  /** Where the person was when the journey was left; null: at its beginning. */
  readonly keptPosition?: Position | null
  /** Told of each step that is entered, so that it can be kept. */
  readonly onPosition?: (position: Position) => void
  /** Over the page, which stays where it is; Escape asks as Cancel does. */
  readonly inDialog?: boolean
}

function JourneyActions({
  view,
  isSending,
  isBlocked,
  nextLabel,
  backLabel,
  move,
}: {
  readonly view: JourneyView
  readonly isSending: boolean
  readonly isBlocked: boolean
  readonly nextLabel: string | undefined
  readonly backLabel: string | undefined
  readonly move: (event: JourneyEvent) => void
}) {
  const t = useTexts().ui
  return (
    <>
      {view.mayGoBack && (
        <Button variant="default" disabled={isSending} onClick={() => move('back')}>
          {backLabel ?? t.back}
        </Button>
      )}
      <span className={styles['gap']} />
      {view.maySkip && (
        <Button variant="subtle" disabled={isSending} onClick={() => move('skip')}>
          {t.journey.skip}
        </Button>
      )}
      <Button type="submit" disabled={!view.mayContinue || isBlocked} loading={isSending}>
        {nextLabel ?? t.journey.next}
      </Button>
    </>
  )
}

/** Title and Cancel: of the page, or of a dialog over it. */
function Frame({
  title,
  inDialog,
  onCancel,
  children,
}: {
  readonly title: string
  readonly inDialog: boolean
  readonly onCancel: () => void
  readonly children: ReactNode
}) {
  const t = useTexts().ui
  const id = useId()
  if (inDialog)
    return (
      <Dialog title={title} size="large" onClose={onCancel}>
        <div className={styles['journey']} data-in-dialog>
          {children}
        </div>
      </Dialog>
    )
  return (
    <section className={styles['journey']} aria-labelledby={id}>
      <header className={styles['head']}>
        <h1 id={id}>{title}</h1>
        <Button variant="subtle" onClick={onCancel}>
          {t.cancel}
        </Button>
      </header>
      {children}
    </section>
  )
}

/** The frame of every journey: title, stepper, step; Back, Skip and Continue (P154–P167). */
export function JourneyFrame<State>({
  title,
  steps,
  state,
  onFinish,
  onCancel,
  onContinue,
  busy = false,
  cancelWords,
  banner,
  keptPosition = null,
  onPosition,
  inDialog = false,
}: JourneyFrameProps<State>) {
  const t = useTexts().ui
  const journey: Journey<State> = { steps }
  const [position, setPosition] = useState(() => resumeJourney(journey, keptPosition, state))
  const heading = useRef<HTMLHeadingElement>(null)
  useOpenWork('journey')
  const entered = useRef(position.at)
  const form = useRef<HTMLFormElement>(null)
  const view = viewJourney(journey, position, state)
  const step = steps.find((candidate) => candidate.id === position.at)

  useEffect(() => {
    if (entered.current === position.at) return
    entered.current = position.at
    heading.current?.focus() // a new step is read from its heading
  }, [position.at])

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus() // as a dialog does
  }, [])

  const move = (event: JourneyEvent) => {
    const next = moveJourney(journey, position, event, state)
    setPosition(next)
    if (next.at !== position.at) onPosition?.(next)
    if (next.phase === 'finished') onFinish()
    if (next.phase === 'cancelled') onCancel()
  }
  // What a step saved may change the state: the move is judged by the state that is drawn with it.
  const [proceeds, setProceeds] = useState(0)
  const continued = useRef(move)
  useEffect(() => {
    continued.current = move
  })
  useEffect(() => {
    if (proceeds > 0) continued.current('continue')
  }, [proceeds])
  const proceed = async () => {
    if (step?.form !== undefined && !(await step.form.attempt())) return
    if (onContinue !== undefined && !(await onContinue(position.at))) return
    setProceeds((before) => before + 1)
  }
  const isSending = busy || step?.form?.locked === true
  const isBlocked = step?.form?.blocked != null
  const words = cancelWords?.(state) ?? {}

  return (
    <Frame title={title} inDialog={inDialog} onCancel={() => move('cancel')}>
      {view.showsStepper && (
        <JourneySteps
          steps={view.visible.map(({ id: stepId, standing }) => ({
            id: stepId,
            standing,
            title: steps.find((s) => s.id === stepId)?.title ?? '',
          }))}
        />
      )}
      {banner}
      <form
        ref={form}
        id={step?.form?.id}
        autoComplete="off"
        noValidate
        className={styles['step']}
        onSubmit={(event) => {
          event.preventDefault()
          if (view.mayContinue && !isSending && !isBlocked) void proceed()
        }}
      >
        <h2 ref={heading} tabIndex={-1} className={styles['stepTitle']}>
          {step?.heading ?? step?.title}
        </h2>
        <div key={position.at} className={styles['body']}>
          {step?.render?.(state)}
          {step?.form !== undefined && step.isWaiting?.() !== true && (
            <FormBody form={step.form} failed={step.failed} />
          )}
          {step?.renderAfter?.(state)}
          {isBlocked && <p className={styles['blocked']}>{step?.form?.blocked}</p>}
        </div>
        <footer className={styles['actions']}>
          <JourneyActions
            view={view}
            isSending={isSending}
            isBlocked={isBlocked}
            nextLabel={step?.nextLabel}
            backLabel={step?.backLabel}
            move={move}
          />
        </footer>
      </form>
      {position.phase === 'asking' && (
        <ConfirmDialog
          title={words.title ?? t.journey.cancelTitle}
          confirmLabel={words.confirmLabel ?? t.journey.cancelYes}
          cancelLabel={words.keepLabel ?? t.journey.cancelNo}
          danger
          onConfirm={() => move('confirm-cancel')}
          onCancel={() => move('keep-going')}
        >
          {words.text}
        </ConfirmDialog>
      )}
    </Frame>
  )
}
