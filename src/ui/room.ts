import type { ComponentType, ReactNode } from 'react'
import type { Action } from '../domain/access/may'
import type { Asks } from '../domain/access/asks'
import type { Principal } from '../domain/access/principal'
import type { RouteAccess } from '../domain/access/route'
import type { Patient } from '../domain/patient/patient'
import type { Texts } from '../texts'

/** `standard`: navigation bar. `off-piste`: a way back only. `card`: a centred card (P086–P088). */
export type RoomLayout = 'standard' | 'off-piste' | 'card'

/** What a screen reads from the store, named: a resource and its parameters. */
export interface AheadReading {
  readonly resource: string
  readonly params: unknown
}

/**
 * What a screen shows without a connection: `kept`, what the device keeps, or it needs no data; `answer`,
 * what the open page was answered last; `nothing`.
 */
export type Offline = 'kept' | 'answer' | 'nothing'

export interface RoomRoute {
  /** Path pattern and who may see it; read by the guard. */
  readonly access: RouteAccess
  readonly layout: RoomLayout
  /** Told in docs/offline.md. */
  readonly offline: Offline
  readonly title: (texts: Texts) => string
  /** Loads the screen: `() => import('./XScreen').then((m) => m.XScreen)`. */
  readonly load: () => Promise<ComponentType>
  /**
   * Reads the screen's data before it is drawn, so that it is drawn once. `search`: the address's.
   */
  readonly readsAhead?: () => Promise<
    (principal: Principal, search: string) => readonly AheadReading[]
  >
}

export interface RoomNav extends Asks {
  readonly to: string
  readonly label: (texts: Texts) => string
  /** Position in the bar, ascending. */
  readonly order: number
  readonly internal?: boolean
  /** For who has one of these at least. */
  readonly slot?: SlotKind
  /** Draws after the label how much is there to do. */
  readonly loadCount?: () => Promise<ComponentType>
}

/** A part that a room adds to the page of another one, without editing it. */
export interface Slot<Props = object> {
  readonly id: string
  readonly order: number
  readonly label: (texts: Texts) => string
  /** Who has it: the permissions and features of the action (domain/access/may). */
  readonly action: Action
  /** Loads it: `() => import('./XTab').then((m) => m.XTab)`. */
  readonly load: () => Promise<ComponentType<Props>>
}

/** A tab of the patient record or of the settings. */
export interface TabSlot<Props = object> extends Slot<Props> {
  /** Told in docs/offline.md. */
  readonly offline: Offline
}

/** What every tab of the patient record is given. */
export interface PatientTabProps {
  readonly patient: Patient
}

/** What the dialog of an action on a patient is given. */
export interface PatientActionProps {
  readonly patient: Patient
  readonly onClose: () => void
}

/** Says why an action cannot be done to this patient now (null: it can) to what draws the action. */
export interface ActionReasonProps {
  readonly patient: Patient
  readonly children: (reason: string | null) => ReactNode
}

/** An action on the record of a patient: an entry of its menu, and the dialog at `?dialog=ID`. */
export interface PatientAction extends Slot<PatientActionProps> {
  /** False: this patient gives no occasion for it, and neither entry nor dialog is there. */
  readonly suits?: (patient: Patient, principal: Principal) => boolean
  /** Why it cannot be done though it is shown; asked for when the menu opens. */
  readonly loadReason?: () => Promise<ComponentType<ActionReasonProps>>
  /**
   * `bedside`: what is done at a bedside, on a phone at the bottom of the window. `first`: what the day
   * asks for, beside the telephone. `button`: after it. In the menu without one.
   */
  readonly look?: (patient: Patient) => 'bedside' | 'first' | 'button' | 'menu'
  /** It takes something away. */
  readonly danger?: true
  /** `works`: it can be done without a connection. Otherwise it is shown with the reason. */
  readonly offline?: 'works'
}

/** A dialog of the list of patients, and its button. */
export interface PatientListDialog extends Slot<PatientListDialogProps> {
  /** In the menu of the list, not beside it. */
  readonly inMenu?: true
}

/** What a dialog of the list of patients is given. */
export interface PatientListDialogProps {
  readonly onClose: () => void
}

/** A room's declaration. The app builds router and navigation from the list of rooms. */
export interface Room {
  readonly id: string
  readonly routes: readonly RoomRoute[]
  readonly nav?: readonly RoomNav[]
  /** Tabs of the patient record; the first is the one that opens without a name. */
  readonly patientTabs?: readonly TabSlot<PatientTabProps>[]
  /** What the header of the patient record says of this room; nothing where there is nothing. */
  readonly patientChips?: readonly Slot<PatientTabProps>[]
  /** What can be done to the patient of a record. */
  readonly patientActions?: readonly PatientAction[]
  /** Dialogs that the list of patients opens, each with a button (`?dialog=<id>`). */
  readonly patientListDialogs?: readonly PatientListDialog[]
  /** Tabs of the settings. */
  readonly settingsTabs?: readonly TabSlot[]
}

export type SlotKind =
  'patientTabs' | 'patientChips' | 'patientActions' | 'patientListDialogs' | 'settingsTabs'
