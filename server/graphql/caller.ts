import type { Action } from '../../src/domain/access/may'
import { may } from '../../src/domain/access/may'
import { isoNow } from '../clock'
import { appendAction } from '../db/action-log'
import { EndedSignInError, IdentityError } from '../identity/errors'
import type { VerifiedToken } from '../identity/verify'
import { findActing } from './acting'
import type { Acting, SignIn } from './acting'
import { factorClaim, mayStillAct } from './acting-as'
import type { CallLimits } from './call-limits'
import type { EndedBecause } from './errors'
import {
  belongsNowhere,
  foreignOrganization,
  forbidden,
  lacksSecondFactor,
  unauthorized,
  unavailable,
} from './errors'
import { failureOf } from './failure'
import type { OperationRule } from './operations'
import { findSharing } from './sharing'
import type { ServerParts } from './scope'

/** What a request says of its caller; nothing of it is believed before it is checked. */
export interface Credentials {
  readonly authorization: string | null
  readonly actingOrganizationId: string | null
}

/** A caller who was let in. */
export interface Admitted {
  readonly acting: Acting
  readonly token: VerifiedToken
  readonly loggedInAs: string | null
}

/** Finds out who calls, once per request, and whether they may. */
export interface Caller {
  /** They say that they read by a share link. */
  readonly byLink: boolean
  /**
   * @throws UNAUTHORIZED, FORBIDDEN (logged), TOO_MANY, or INTERNAL with status 503 where the token
   *   cannot be checked now.
   */
  admit(operation: string, rule: OperationRule, args: Record<string, unknown>): Promise<Admitted>
  /**
   * Whose token it is, and which organisation they ask to act as; what they may do is not asked.
   * @throws UNAUTHORIZED, or INTERNAL as admit does.
   */
  claimed(
    rule: OperationRule,
    args: Record<string, unknown>,
  ): Promise<{ readonly userId: string; readonly organizationId: string | null }>
  /**
   * Asks of the token alone whether somebody is signed in.
   * @throws UNAUTHORIZED, or INTERNAL as admit does.
   */
  requireSignedIn(): Promise<void>
  /**
   * Who calls, where they belong to no organisation and nobody acts as them; null: everybody else, whom
   * admit judges.
   * @throws UNAUTHORIZED, TOO_MANY, or INTERNAL as admit does.
   */
  belongingNowhere(rule: OperationRule, args: Record<string, unknown>): Promise<string | null>
  /** The organisations the user may act as. @throws UNAUTHORIZED, or INTERNAL as admit does. */
  memberships(): Promise<Acting['memberships']>
}

export interface CallerParts extends ServerParts {
  readonly verify: (idToken: string) => Promise<VerifiedToken>
  readonly limits: CallLimits
  /** Hears that the token was refused. */
  readonly refused?: () => void
}

/** The token of an Authorization header; null: it has none. */
export const bearerOf = (authorization: string | null): string | null =>
  /^Bearer ([\w.~+/=-]+)$/i.exec(authorization ?? '')?.[1] ?? null
/** The token of an Authorization header of who reads by a share link; null: it has none. */
const shareTokenOf = (authorization: string | null): string | null =>
  /^Share ([\w-]{1,100})$/i.exec(authorization ?? '')?.[1] ?? null
/** Whether a header shows a token of either kind, which is not believed yet. */
export const showsToken = (authorization: string | null): boolean =>
  bearerOf(authorization) !== null || shareTokenOf(authorization) !== null

/** The device is told: where it was on purpose, its password opens no longer what it keeps. */
const endedBecause = (error: IdentityError): EndedBecause | undefined => {
  if (error.code === 'USER_DISABLED' || error.code === 'USER_NOT_FOUND') return 'ACCOUNT_DISABLED'
  return error instanceof EndedSignInError ? 'SESSION_ENDED' : undefined
}
const loggedInAsOf = (token: VerifiedToken): string | null => {
  const claim = token.claims.loggedInAs
  return typeof claim === 'string' ? claim : null
}

/** Who acts as somebody else, or comes back from it, was asked for their own factor. */
export const passedSecondFactor = (token: VerifiedToken): boolean =>
  token.secondFactor !== undefined ||
  loggedInAsOf(token) !== null ||
  token.claims[factorClaim] !== undefined

/** How a token's user signed in. */
const signInOf = (parts: CallerParts, token: VerifiedToken): SignIn => {
  return {
    passedSecondFactor: passedSecondFactor(token),
    staffMust: parts.settings.staffNeedSecondFactor,
    isActedAs: loggedInAsOf(token) !== null,
  }
}

/** @throws FORBIDDEN, reason SECOND_FACTOR, where somebody has to set one up first */
const requireFactor = (
  { log }: Pick<CallerParts, 'log'>,
  { principal, userId }: Acting,
  operation: string,
  { withoutFactor }: OperationRule,
): void => {
  if (principal.lacksSecondFactor !== true || withoutFactor === true) return
  log.warn({ event: 'second-factor-missing', userId, operation })
  throw lacksSecondFactor()
}

/** A caller of one request; a batch of ten asks for the token and the membership once. */
export function createCaller(parts: CallerParts, credentials: Credentials): Caller {
  let verified: Promise<VerifiedToken> | null = null
  const found = new Map<string | null, ReturnType<typeof findActing>>()

  /** Who acts as somebody else is internal staff now, not only when they began. */
  const requireStillStaff = async (token: VerifiedToken): Promise<VerifiedToken> => {
    const staff = loggedInAsOf(token)
    if (staff === null) return token
    // Not every provider ends it by itself.
    const { database, clock } = parts
    if (!(await mayStillAct(database.kysely, staff, token.authTime * 1000, clock.now())))
      throw new EndedSignInError()
    return token
  }
  const verify = (): Promise<VerifiedToken> => {
    const idToken = bearerOf(credentials.authorization)
    if (idToken === null) throw unauthorized()
    verified ??= parts.verify(idToken).then(requireStillStaff)
    return verified.catch((error: unknown) => {
      // Only a refused token says that somebody is not signed in. A database or a key server that
      // is away says nothing of it.
      if (!(error instanceof IdentityError)) {
        parts.log.error({ event: 'token-not-checked', failure: failureOf(error) })
        throw unavailable()
      }
      parts.log.info({ event: 'token-refused', reason: error.code })
      parts.refused?.()
      throw unauthorized(endedBecause(error))
    })
  }
  const find = (token: VerifiedToken, asked: string | null): ReturnType<typeof findActing> => {
    const known =
      found.get(asked) ?? findActing(parts.database, token.uid, asked, signInOf(parts, token))
    found.set(asked, known)
    return known
  }
  /**
   * Refusals are kept where the user belongs: the organisation asked for must not learn who knocks,
   * nor be written to by strangers.
   */
  const refuse = async (
    organizationId: string | null,
    userId: string,
    operation: string,
    reason: string,
    asked: string | null,
    told = forbidden(),
  ): Promise<never> => {
    const loggedInAs = loggedInAsOf(await verify())
    parts.log.warn({ event: 'forbidden', userId, operation, reason, organizationId })
    if (organizationId !== null) {
      await parts.database.asOrganization(organizationId, (trx) =>
        appendAction(trx, {
          organizationId,
          at: isoNow(parts.clock),
          actorId: userId,
          loggedInAs,
          action: 'forbidden',
          entityType: 'operation',
          entityId: operation,
          details: {
            reason,
            ...(asked === null ? {} : { askedOrganization: asked.slice(0, 100) }),
          },
        }),
      )
    }
    throw told
  }

  const shareToken = shareTokenOf(credentials.authorization)
  let sharing: Promise<Acting | null> | null = null
  /** @throws UNAUTHORIZED where the link is unknown, deleted or stopped; INTERNAL as admit does */
  const requireSharing = async (token: string): Promise<Acting> => {
    sharing ??= findSharing(parts.database, { token }, parts.clock.now())
    const acting = await sharing.catch((error: unknown) => {
      parts.log.error({ event: 'share-token-not-checked', failure: failureOf(error) })
      throw unavailable()
    })
    if (acting !== null) return acting
    parts.log.info({ event: 'share-token-refused' })
    parts.refused?.()
    throw unauthorized()
  }
  /** A refusal is the process's log's: nobody's id is behind a link. */
  const admitByLink = async (
    acting: Acting,
    operation: string,
    rule: OperationRule,
    args: Record<string, unknown>,
  ): Promise<Admitted> => {
    await parts.limits.spend(acting.userId, rule, args)
    const { userId, organizationId, principal, link } = acting
    const asked = askedBy(rule, args)
    if (asked !== null && asked !== organizationId) throw foreignOrganization()
    if (rule.share !== true || !may(principal, rule.action)) {
      parts.log.warn({ event: 'forbidden', userId, operation, reason: 'by a share link' })
      throw forbidden()
    }
    const authTime = Math.floor(Date.parse(link?.createdAt ?? '') / 1000)
    return { acting, token: { uid: userId, email: null, authTime, claims: {} }, loggedInAs: null }
  }
  /** @throws FORBIDDEN for who reads by a link */
  const refuseLinks = async (): Promise<void> => {
    if (shareToken === null) return
    await requireSharing(shareToken)
    throw forbidden()
  }

  const askedBy = (rule: OperationRule, args: Record<string, unknown>): string | null =>
    rule.actsAs === undefined ? credentials.actingOrganizationId : rule.actsAs(args)

  return {
    byLink: shareToken !== null,
    async claimed(rule, args) {
      await refuseLinks()
      return { userId: (await verify()).uid, organizationId: askedBy(rule, args) }
    },
    async admit(operation, rule, args) {
      if (shareToken !== null)
        return admitByLink(await requireSharing(shareToken), operation, rule, args)
      const token = await verify()
      await parts.limits.spend(token.uid, rule, args)
      const asked = askedBy(rule, args)
      const acting = await find(token, asked)
      if ('kind' in acting) {
        if (acting.kind === 'unknown-user') throw unauthorized('ACCOUNT_DISABLED')
        return refuse(
          acting.memberships[0]?.id ?? null,
          acting.userId,
          operation,
          'not a member',
          asked,
          acting.memberships.length === 0
            ? belongsNowhere()
            : rule.actsAs === undefined
              ? foreignOrganization()
              : forbidden(),
        )
      }
      requireFactor(parts, acting, operation, rule)
      if (!may(acting.principal, rule.action))
        return refuse(
          acting.organizationId,
          acting.userId,
          operation,
          refusalReason(acting, rule.action),
          null,
        )
      return { acting, token, loggedInAs: loggedInAsOf(token) }
    },
    async requireSignedIn() {
      await (shareToken === null ? verify() : requireSharing(shareToken))
    },
    async belongingNowhere(rule, args) {
      if (shareToken !== null) return null
      const token = await verify()
      const acting = await find(token, askedBy(rule, args))
      const isNowhere =
        'kind' in acting && acting.kind === 'stranger' && acting.memberships.length === 0
      if (!isNowhere || loggedInAsOf(token) !== null) return null
      await parts.limits.spend(token.uid, rule, args)
      return token.uid
    },
    async memberships() {
      await refuseLinks()
      const token = await verify()
      const acting = await find(token, null)
      if ('kind' in acting && acting.kind === 'unknown-user') throw unauthorized('ACCOUNT_DISABLED')
      return acting.memberships
    },
  }
}

const refusalReason = ({ principal }: Acting, action: Action): string => {
  const { isActedAs, ...oneself } = principal
  if (isActedAs === true && may(oneself, action))
    return `may not ${action} while internal staff are logged in as the user`
  return principal.acceptedTerms ? `may not ${action}` : `terms not accepted or may not ${action}`
}
