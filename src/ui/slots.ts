import {
  createContext,
  createElement,
  lazy,
  use,
  type ComponentType,
  type LazyExoticComponent,
  type ReactNode,
} from 'react'
import { may } from '../domain/access/may'
import type { Principal } from '../domain/access/principal'
import { usePrincipal } from './access'
import type { Room, Slot, SlotKind } from './room'

/** The rooms of the portal: what they add to each other's pages is read from the same list. */
export const RoomsContext = createContext<readonly Room[]>([])

type SlotOf<Kind extends SlotKind> = NonNullable<Room[Kind]>[number]

/** What the rooms add to a place, as far as this user has it, in order. */
export const slotsFor = <Kind extends SlotKind>(
  rooms: readonly Room[],
  kind: Kind,
  principal: Principal | null,
): readonly SlotOf<Kind>[] =>
  principal === null
    ? []
    : rooms
        .flatMap((room) => (room[kind] ?? []) as readonly SlotOf<Kind>[])
        .filter(({ action }) => may(principal, action))
        .toSorted((a, b) => a.order - b.order)

export const useSlots = <Kind extends SlotKind>(kind: Kind): readonly SlotOf<Kind>[] =>
  slotsFor(use(RoomsContext), kind, usePrincipal())

const loaded = new WeakMap<object, unknown>()

const componentOf = <Props>({
  load,
}: Pick<Slot<Props>, 'load'>): LazyExoticComponent<ComponentType<Props>> => {
  const known = loaded.get(load)
  if (known !== undefined) return known as LazyExoticComponent<ComponentType<Props>>
  const made = lazy(async () => ({ default: await load() }))
  loaded.set(load, made)
  return made
}

/** Draws a slot; it is loaded when it is first drawn. Place it in a Suspense. */
export const SlotPanel = <Props extends object>({
  slot,
  props,
}: {
  readonly slot: Pick<Slot<Props>, 'load'>
  readonly props: Props
}): ReactNode => createElement(componentOf(slot) as ComponentType<Props>, props)
