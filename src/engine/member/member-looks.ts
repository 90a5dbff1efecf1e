import type { Me } from '../../domain/user/me'
import { createLooks, type Looks } from '../looks/looks'
import type { Handshake } from '../session/handshake'
import { ownerOf, personOf, signedInOwner } from '../session/session-state'
import { openLooks } from '../store'
import type { MemberWorld } from './world'

/** A sign-out waits no longer for what they looked at, milliseconds. */
const tellAtMostMs = 2_000

/** What the member looks at, told to the server. */
export interface MemberLooks extends Pick<Looks, 'note' | 'close'> {
  /** Returns the way to stop. */
  start(): () => void
  /** A sign-out that first tells what they looked at. Never rejects. */
  beforeLeave(leave: (me: Me) => Promise<void>): (me: Me) => Promise<void>
}

/** Wires what is told of looks to the session, the network and the device. */
export const createMemberLooks = (
  { ground, network, session, catalogue }: MemberWorld,
  handshake: Pick<Handshake, 'group'>,
): MemberLooks => {
  const { clock, connection } = network
  const looks = createLooks({
    store: openLooks(ground.environment),
    owner: () => signedInOwner(session.get()),
    viewer: () => {
      const { status, me } = session.get()
      return status === 'signed-in' && me !== null ? ownerOf(me) : null
    },
    send: (given, { userId, organizationId }) =>
      network.ask(catalogue.protocol.looked, given, { organizationId, userId: personOf(userId) }),
    group: handshake.group,
    clock,
    offline: connection.offline,
    report: ground.report,
  })
  return {
    note: looks.note,
    close: looks.close,
    start: () => {
      const stops = [
        looks.start(),
        // What they looked at and could not tell when they were last signed in here.
        session.subscribe(() => void looks.tell()),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
    beforeLeave: (leave) => async (me) => {
      // Under their credential: what is not told now waits until they sign in here again.
      await Promise.race([looks.tell(), clock.sleep(tellAtMostMs)])
      await leave(me)
    },
  }
}
