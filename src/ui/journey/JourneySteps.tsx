import type { StepStanding } from '../../domain/journey/journey'
import { useTexts } from '../edition'
import { IconCheck } from '../layout/icons'
import styles from './JourneyFrame.module.css'

interface JourneyStepsProps {
  readonly steps: readonly {
    readonly id: string
    readonly title: string
    readonly standing: StepStanding
  }[]
}

/** The progress stepper; in narrow windows the current step in words. */
export function JourneySteps({ steps }: JourneyStepsProps) {
  const t = useTexts().ui.journey
  const at = steps.findIndex((step) => step.standing === 'current')
  const current = steps[at]
  return (
    <nav aria-label={t.steps} className={styles['progress']}>
      <ol className={styles['steps']}>
        {steps.map((step, index) => (
          <li
            key={step.id}
            className={styles['marker']}
            data-standing={step.standing}
            aria-current={step.standing === 'current' ? 'step' : undefined}
          >
            <span className={styles['number']}>
              {step.standing === 'done' ? <IconCheck size={16} /> : index + 1}
            </span>
            {step.title}
          </li>
        ))}
      </ol>
      {current !== undefined && (
        <p className={styles['words']} aria-hidden="true">
          {t.step(at + 1, steps.length, current.title)}
        </p>
      )}
    </nav>
  )
}
