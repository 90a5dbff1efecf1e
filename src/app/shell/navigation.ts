import { createElement, Suspense, type ReactNode } from 'react'
import { meets } from '../../domain/access/asks'
import type { Principal } from '../../domain/access/principal'
import type { Texts } from '../../texts'
import type { FrameNavItem } from '../../ui/layout'
import type { Room, RoomNav } from '../../ui/room'
import { SlotPanel, slotsFor } from '../../ui/slots'

const isFor = (item: RoomNav, principal: Principal, rooms: readonly Room[]): boolean =>
  (item.slot === undefined || slotsFor(rooms, item.slot, principal).length > 0) &&
  meets(principal, item) &&
  (item.internal !== true || principal.isInternalStaff)

const drawn = (load: NonNullable<RoomNav['loadCount']>): ReactNode =>
  createElement(Suspense, null, createElement(SlotPanel<object>, { slot: { load }, props: {} }))

/** The navigation of this user in the rooms' order. Empty before the terms are accepted, and by a share link. */
export const navigationOf = (
  rooms: readonly Room[],
  principal: Principal | null,
  texts: Texts,
): readonly FrameNavItem[] =>
  principal === null || principal.kind === 'share' || !principal.acceptedTerms
    ? []
    : rooms
        .flatMap((room) => room.nav ?? [])
        .filter((item) => isFor(item, principal, rooms))
        .toSorted((a, b) => a.order - b.order)
        .map(({ to, label, loadCount }) => ({
          to,
          label: label(texts),
          ...(loadCount === undefined ? {} : { count: drawn(loadCount) }),
        }))
