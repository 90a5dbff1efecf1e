import { principalOf } from '../../domain/access/principal-of'
import type { Me } from '../../domain/user/me'
import type { KeyOwner } from '../../platform/vault'
import type { SessionState } from '../define'

export const signedOut = (ended: SessionState['ended']): SessionState => ({
  status: 'signed-out',
  me: null,
  principal: null,
  actingOrganizationId: null,
  ended,
  locked: null,
})

export const ownerOf = (me: Me): KeyOwner => ({
  userId: me.id,
  organizationId: me.actingOrganization.id,
})
/** Who is signed in to the server; null: nobody. */
export const signedInOwner = ({ status, me, awaitsSignIn }: SessionState): KeyOwner | null =>
  status === 'signed-in' && me !== null && awaitsSignIn !== true ? ownerOf(me) : null
export const isSame = (a: KeyOwner | null, b: KeyOwner): boolean =>
  a?.userId === b.userId && a.organizationId === b.organizationId

const granted = (me: Me): string =>
  JSON.stringify([
    [...me.roles].sort(),
    Object.keys(me.permissions)
      .filter((key) => me.permissions[key] === true)
      .sort(),
  ])

/**
 * `me` signed in, after `before`: whoever was in the same organisation a moment ago is told when
 * what they may do there is another.
 */
export const signedIn = (me: Me, before: SessionState): SessionState => {
  const was = before.me !== null && isSame(ownerOf(before.me), ownerOf(me)) ? before.me : null
  const accessChanged =
    was !== null && (before.accessChanged === true || granted(was) !== granted(me))
  return {
    status: 'signed-in',
    me,
    principal: principalOf(me),
    actingOrganizationId: me.actingOrganization.id,
    ended: null,
    locked: null,
    ...(accessChanged ? { accessChanged } : {}),
  }
}
