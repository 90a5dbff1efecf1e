import { formatFullName, initials, showIdentity } from '../../domain/identity'
import type { BoardDisplay } from '../../domain/virtual-ward/preferences'
import type { VirtualWardPatient } from '../../domain/virtual-ward/virtual-ward'
import type { BoardTexts } from '../../texts/board'

export interface ShownIdentity {
  /** The card's heading; never empty. */
  readonly heading: string
  /** Under it; null: nothing is shown. */
  readonly identifier: string | null
  /**
   * The patient's name in buttons, messages and dialogs: no more than the card shows. Null: all.
   */
  readonly shownAs: string | null
  /** What buttons call the patient. */
  readonly called: string
  /** Age, birth date and similar names belong to the full identity only. */
  readonly isFull: boolean
}

/** Who a card says that it is about (C209): what is not shown is not read out either. */
export const identityOf = (
  patient: VirtualWardPatient,
  display: BoardDisplay['identity'],
  words: BoardTexts['card'],
): ShownIdentity => {
  const { name, identifier } = showIdentity(patient, display)
  const isFull = display === 'full'
  const shownAs = isFull
    ? null
    : display === 'initials'
      ? initials(patient)
      : display === 'id'
        ? (identifier ?? '')
        : words.thisPatient
  return {
    heading: name ?? identifier ?? words.hidden,
    identifier: name === null ? null : identifier,
    shownAs,
    called: shownAs ?? formatFullName(patient),
    isFull,
  }
}
