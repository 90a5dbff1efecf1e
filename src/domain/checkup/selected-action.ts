import type { Edition } from '../organization/organization'

/** The actions 1 to 5 of each edition (C330, C331), as keys of the texts. */
export const selectedActions = {
  'en-GB': ['no-action', 'increased-monitoring', 'called-gp', 'called-111', 'called-999'],
  'en-US': ['no-action', 'monitoring', 'doctor-appointment', 'urgent-advice', 'called-911'],
} as const satisfies Record<Edition, readonly [string, string, string, string, string]>
export type SelectedActionKey = (typeof selectedActions)[Edition][number]

/** The key of a stored action (1 to 5) in an edition; null: none or unknown (shown N/A). */
export const selectedActionKey = (
  action: number | null,
  edition: Edition,
): SelectedActionKey | null =>
  action === null ? null : (selectedActions[edition][action - 1] ?? null)
