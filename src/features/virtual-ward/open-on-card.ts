import { createContext, useContext } from 'react'
import type { VirtualWardPatient } from '../../domain/virtual-ward/virtual-ward'

export interface OpenedOnCard {
  readonly dialog: 'alerts' | 'discharge'
  readonly patient: VirtualWardPatient
  /** What the patient is called where the card does not show who they are; null: it shows it. */
  readonly shownAs: string | null
}

export const OpenOnCard = createContext<(opened: OpenedOnCard) => void>(() => undefined)

/** Opens a dialog of the board for a card. */
export const useOpenOnCard = (): ((opened: OpenedOnCard) => void) => useContext(OpenOnCard)
