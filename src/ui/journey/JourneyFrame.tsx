import { Button } from '@mantine/core'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import {
  beginJourney,
  moveJourney,
  viewJourney,
  type Journey,
  type JourneyEvent,
  type JourneyStep,
} from '../../domain/journey/journey'
import { useTexts } from '../edition'
import { ConfirmDialog } from '../feedback/ConfirmDialog'
import { useOpenWork } from '../work'
import { JourneySteps } from './JourneySteps'
import styles from './JourneyFrame.module.css'

export interface JourneyFrameStep<State> extends JourneyStep<State> {
  readonly title: string
  /** In place of 'Continue' (P160). */
  readonly nextLabel?: string
  readonly render: (state: State) => ReactNode
}

export interface JourneyFrameProps<State> {
  readonly title: string
  readonly steps: readonly JourneyFrameStep<State>[]
  /**
   * What the journey has collected; the caller keeps it, so that nothing typed is lost with a step.
   */
  readonly state: State
  readonly onFinish: () => void
  readonly onCancel: () => void
  /** Asked before Continue, e.g. to show the step's errors; false stays. */
  readonly onContinue?: (stepId: string) => boolean | Promise<boolean>
  readonly busy?: boolean
}

/**
 * The frame of every multi-step journey: title, stepper, the step, and Back, Skip and Continue
 * (P154–P167).
 */
export function JourneyFrame<State>({
  title,
  steps,
  state,
  onFinish,
  onCancel,
  onContinue,
  busy = false,
}: JourneyFrameProps<State>) {
  const t = useTexts().ui
  const id = useId()
  const journey: Journey<State> = { steps }
  const [position, setPosition] = useState(() => beginJourney(journey, state))
  const heading = useRef<HTMLHeadingElement>(null)
  useOpenWork('journey')
  const entered = useRef(position.at)
  const view = viewJourney(journey, position, state)
  const step = steps.find((candidate) => candidate.id === position.at)

  useEffect(() => {
    if (entered.current === position.at) return
    entered.current = position.at
    heading.current?.focus() // a new step is read from its heading
  }, [position.at])

  const move = (event: JourneyEvent) => {
    const next = moveJourney(journey, position, event, state)
    setPosition(next)
    if (next.phase === 'finished') onFinish()
    if (next.phase === 'cancelled') onCancel()
  }
  const proceed = async () => {
    if (onContinue !== undefined && !(await onContinue(position.at))) return
    move('continue')
  }

  return (
    <section className={styles['journey']} aria-labelledby={id}>
      <header className={styles['head']}>
        <h1 id={id}>{title}</h1>
        <Button variant="subtle" onClick={() => move('cancel')}>
          {t.cancel}
        </Button>
      </header>
      {view.showsStepper && (
        <JourneySteps
          steps={view.visible.map(({ id: stepId, standing }) => ({
            id: stepId,
            standing,
            title: steps.find((s) => s.id === stepId)?.title ?? '',
          }))}
        />
      )}
      <form
        autoComplete="off"
        noValidate
        className={styles['step']}
        onSubmit={(event) => {
          event.preventDefault()
          if (view.mayContinue && !busy) void proceed()
        }}
      >
        <h2 ref={heading} tabIndex={-1} className={styles['stepTitle']}>
          {step?.title}
        </h2>
        <div key={position.at} className={styles['body']}>
          {step?.render(state)}
        </div>
        <footer className={styles['actions']}>
          {view.mayGoBack && (
            <Button variant="default" onClick={() => move('back')}>
              {t.back}
            </Button>
          )}
          <span className={styles['gap']} />
          {view.maySkip && (
            <Button variant="subtle" onClick={() => move('skip')}>
              {t.journey.skip}
            </Button>
          )}
          <Button type="submit" disabled={!view.mayContinue} loading={busy}>
            {step?.nextLabel ?? t.journey.next}
          </Button>
        </footer>
      </form>
      {position.phase === 'asking' && (
        <ConfirmDialog
          title={t.journey.cancelTitle}
          confirmLabel={t.journey.cancelYes}
          cancelLabel={t.journey.cancelNo}
          danger
          onConfirm={() => move('confirm-cancel')}
          onCancel={() => move('keep-going')}
        />
      )}
    </section>
  )
}
