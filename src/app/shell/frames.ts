import type { ComponentType } from 'react'
import type { RoomLayout } from '../../ui/room'

/** The frames that are no part of what the sign-in page has to load. */
export const loadFrame: Readonly<
  Record<Exclude<RoomLayout, 'card'>, () => Promise<ComponentType>>
> = {
  standard: async () => (await import('./StandardFrame')).StandardFrame,
  'off-piste': async () => (await import('./OffPisteFrame')).OffPisteFrame,
}
