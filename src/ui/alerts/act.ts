import type { Alert } from '../../domain/alerts/alert'
import type { Problem } from '../../domain/problem'

/** What became of something that a person did; what a command answers fits. */
export type AlertActResult =
  { readonly kind: 'saved' | 'done' } | { readonly kind: 'refused'; readonly problem: Problem }

/** What can be done about alerts; nothing rejects. */
export interface AlertActs {
  readonly resolve: (input: {
    readonly patientId: string
    readonly alerts: { id: string; status: 'closed'; triggerIds: string[] }[]
  }) => Promise<AlertActResult>
  readonly acknowledge: (input: {
    readonly id: string
    readonly isAcknowledged: boolean
  }) => Promise<AlertActResult>
  readonly snooze: (input: {
    readonly id: string
    readonly minutes: number
  }) => Promise<AlertActResult>
}

/**
 * Asks the server for the alerts of a patient, open and recently closed; `asOf` epoch milliseconds.
 */
export type LoadAlerts = () => Promise<
  | {
      readonly kind: 'done'
      readonly value: { readonly alerts: readonly Alert[]; readonly asOf: number }
    }
  | { readonly kind: 'refused'; readonly problem: Problem }
>

/** Whom they are about, as they stand on the screen. */
export interface AlertPatient {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly birthDate: string
}
