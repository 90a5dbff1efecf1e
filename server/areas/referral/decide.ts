import { asOneOf } from '../../db/across/server-rights'
import {
  decideReferral,
  linkReferred,
  organizationsOfReferred,
  type Besides,
  type Undecided,
} from '../../db/across/referrals'
import { nextRevisions } from '../../db/revision'
import { isoNow } from '../../clock'
import { may } from '../../../src/domain/access/may'
import { referralIsDecided, type ReferralDecision } from '../../../src/domain/referral/referral'
import { askerOf } from '../../graphql/asker'
import { badInput, conflict, forbidden, refusedAcross } from '../../graphql/errors'
import { logged, type Done } from '../../graphql/logged'
import type { Scope } from '../../graphql/scope'
import { dischargeOnAcceptance } from '../stay'
import { statusOfIncoming } from './repository'

/** What the acting organisation's part of an acceptance did, for its log. */
type AlsoHere = () => Promise<readonly Done[]>

const inLogOf = (organizationId: string, entry: Done): Besides => ({ ...entry, organizationId })

/**
 * What the acceptance changes, with the owner's rights: the sender's stay ends, where that was asked
 * for and it is still the stay that they had when they were referred, and the patient is the destination's. The admission is locked before the counters, as by
 * everybody, and all the counters are taken at once, in their order.
 */
async function accept(
  scope: Scope,
  referral: Undecided,
  alsoHere: AlsoHere,
): Promise<readonly Besides[]> {
  const { trx, acting } = scope
  const { organizationId: sender, patientId, discharge } = referral
  const counters = await organizationsOfReferred(trx, referral)
  const takeCounters = async (): Promise<number> =>
    (await nextRevisions(trx, counters)).get(sender) ?? 0
  // The key stands for what is done here: an event of the sender's has an id of its own.
  const there: Scope = {
    ...scope,
    acting: { ...acting, organizationId: sender },
    idempotencyKey: null,
  }
  const ended =
    discharge === null
      ? null
      : await asOneOf(trx, sender, () =>
          dischargeOnAcceptance(there, patientId, discharge, takeCounters),
        )
  if (ended === null) await takeCounters()
  await linkReferred(trx, referral, isoNow(scope.clock))
  const here = await asOneOf(trx, acting.organizationId, alsoHere)
  return [
    ...(ended === null
      ? []
      : [
          inLogOf(sender, {
            ...ended,
            details: { ...ended.details, byOrganizationId: acting.organizationId },
          }),
        ]),
    ...here.map((entry) => inLogOf(acting.organizationId, entry)),
  ]
}

/**
 * Decides a referral to or by the acting organisation.
 * @param more.alsoHere of an acceptance: done in the same transaction
 * @throws NOT_FOUND, CONFLICT (REFERRAL_DECIDED, PATIENT_GONE)
 */
export async function decide(
  scope: Scope,
  referralId: string,
  decision: ReferralDecision,
  {
    reason = null,
    alsoHere = () => Promise.resolve([]),
  }: { readonly reason?: string | null; readonly alsoHere?: AlsoHere } = {},
): Promise<void> {
  try {
    await decideReferral(
      scope.trx,
      askerOf(scope),
      { referralId, decision, reason },
      decision === 'Accepted' ? (referral) => accept(scope, referral, alsoHere) : undefined,
    )
  } catch (thrown) {
    throw refusedAcross(thrown)
  }
}

const noReferral = () => badInput([{ path: 'referralId', message: 'There is no such referral' }])

/**
 * Admits a patient who was referred here: a referral that is pending is accepted with the
 * admission, or neither is done.
 * @param admit the admission, and what the log is to say of it
 * @throws BAD_USER_INPUT naming referralId, FORBIDDEN, CONFLICT (REFERRAL_DECIDED, PATIENT_GONE),
 *   what `admit` throws
 */
export async function admitReferred(
  scope: Scope,
  { referralId, patientId }: { readonly referralId: string; readonly patientId: string | null },
  admit: AlsoHere,
): Promise<void> {
  const status =
    patientId === null ? undefined : await statusOfIncoming(scope, referralId, patientId)
  if (status === undefined) throw noReferral()
  if (status === 'Accepted') {
    for (const entry of await admit()) await logged(scope, entry)
    return
  }
  const decided = referralIsDecided(status)
  if (decided !== null) throw conflict('REFERRAL_DECIDED', decided)
  if (!may(scope.acting.principal, 'referral.decide')) throw forbidden()
  await decide(scope, referralId, 'Accepted', { alsoHere: admit })
}
