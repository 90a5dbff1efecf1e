/** The ways in which a room's thing is written. */
export interface RoomNames {
  readonly kebab: string
  readonly kebabs: string
  readonly pascal: string
  readonly pascals: string
  readonly camel: string
  readonly camels: string
  readonly table: string
  readonly labels: string
  readonly one: string
  readonly several: string
  readonly migration: string
}
export const namesOf: (name: string, now: Date) => RoomNames
