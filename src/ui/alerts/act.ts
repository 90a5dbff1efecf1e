import type { Alert } from '../../domain/alerts/alert'
import type { AlertOutcome } from '../../domain/alerts/outcome'
import type { Calling } from '../../domain/calling/calling'
import type { Checkup } from '../../domain/checkup/checkup'
import type { Problem } from '../../domain/problem'
import type { NotedRow } from '../risk'
import type { AlertScores } from './alert-words'

/** What became of something that a person did; what a command answers fits. */
export type AlertActResult =
  | { readonly kind: 'saved' | 'done' | 'unseen' }
  | { readonly kind: 'refused'; readonly problem: Problem }

export interface AlertActs {
  readonly resolve: (input: {
    readonly patientId: string
    readonly alerts: {
      id: string
      status: 'closed'
      triggerIds: string[]
      outcome: AlertOutcome
      outcomeText: string | null
    }[]
    /** What they are called, for who decides over it later. */
    readonly alertNames: string[]
  }) => Promise<AlertActResult>
  readonly acknowledge: (input: {
    readonly id: string
    readonly isAcknowledged: boolean
    /** As above. */
    readonly alertNames: string[]
  }) => Promise<AlertActResult>
  readonly snooze: (input: {
    readonly id: string
    readonly minutes: number
  }) => Promise<AlertActResult>
}

/** Asks for a patient's alerts, open and recently closed; `asOf` epoch milliseconds. */
export type LoadAlerts = () => Promise<
  | {
      readonly kind: 'done'
      readonly value: {
        readonly alerts: readonly Alert[]
        /** Whom the server called about the patient, the latest first. */
        readonly callings: readonly Calling[]
        readonly asOf: number
      }
    }
  | { readonly kind: 'refused'; readonly problem: Problem }
>

/** The patient of the alerts, as shown on the screen. */
export interface AlertPatient extends AlertScores, NotedRow {
  readonly latestCheckup: Checkup | null
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly birthDate: string
}
