/** What keeps a patient from being removed (C357, C455). */
export interface RemovalChecks {
  readonly isMonitored: boolean
  readonly isAdmitted: boolean
}

/** The exact sentences. */
export const removalErrors = {
  monitored: 'Cannot remove the patient because they are currently under monitoring',
  admitted: 'Cannot remove the patient because they are currently admitted to a ward',
} as const

/** Everything that forbids the removal; empty: nothing does. */
export const removalFaults = ({
  isMonitored,
  isAdmitted,
}: RemovalChecks): readonly (keyof typeof removalErrors)[] => [
  ...(isMonitored ? (['monitored'] as const) : []),
  ...(isAdmitted ? (['admitted'] as const) : []),
]
