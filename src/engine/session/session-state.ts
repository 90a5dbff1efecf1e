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

/** Between a user and the staff who act as them; no id has it. */
const actedBy = '~'
/**
 * Under which name a device keeps what is a person's. What is kept while internal staff act as a user
 * has a name of its own: it goes with the acting, and takes nothing of the user's along.
 */
export const keeperOf = ({ id, loggedInAs }: Pick<Me, 'id' | 'loggedInAs'>): string =>
  loggedInAs === null ? id : `${id}${actedBy}${loggedInAs.id}`
/** True for the name of what is kept while staff act as a user. */
export const isOfActing = (keeper: string): boolean => keeper.includes(actedBy)
/** The user whom the server knows by a keeper's name. */
export const personOf = (keeper: string): string => keeper.split(actedBy, 1)[0] ?? keeper

export const ownerOf = (me: Me): KeyOwner => ({
  userId: keeperOf(me),
  organizationId: me.actingOrganization.id,
})
/** Who is signed in to the server, which answers them; null: nobody. */
export const signedInOwner = ({ status, me, awaitsSignIn }: SessionState): KeyOwner | null =>
  status === 'signed-in' && me !== null && awaitsSignIn !== true && me.lacksSecondFactor !== true
    ? ownerOf(me)
    : null
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
