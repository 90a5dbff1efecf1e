import { batteryStep } from '../../domain/monitoring/health'
import styles from './monitoring.module.css'

const fills = { critical: 0, low: 2.5, under50: 4.5, from50: 7, from80: 11 } as const

/** A battery by steps: below 10, 30 and 50 percent, from 50, from 80 (C627). */
export function BatteryIcon({ percent }: { readonly percent: number }) {
  const step = batteryStep(percent)
  return (
    <svg
      viewBox="0 0 20 12"
      width="20"
      height="12"
      aria-hidden="true"
      focusable="false"
      className={styles['battery']}
      data-step={step}
    >
      <path d="M1.5 1.5h14v9h-14zM17.5 4.5v3" />
      {step === 'critical' ? (
        <path d="M8.5 3v3.5M8.5 9v.01" className={styles['mark']} />
      ) : (
        <rect x="3" y="3" width={fills[step]} height="6" />
      )}
    </svg>
  )
}
