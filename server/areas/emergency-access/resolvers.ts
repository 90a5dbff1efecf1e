import type {
  EmergencyAccess,
  EmergencyAccessPage,
  MutationOpenEmergencyAccessArgs,
  MutationReviewEmergencyAccessArgs,
  QueryEmergencyAccessArgs,
  QueryEmergencyAccessesArgs,
} from '../../../schema/generated/resolvers'
import { usualInShift } from '../../../src/domain/emergency-access/emergency-access'
import { statedReason } from '../../../src/domain/text/stated-reason'
import { todayAnywhere } from '../../../src/domain/patient/expected-discharge'
import { readLookup } from '../../../src/domain/patient/lookup'
import { isoNow } from '../../clock'
import { accessDigest } from '../../db/sealed-rows'
import { badInput, conflict, notFound } from '../../graphql/errors'
import { LoggedRefusal } from '../../graphql/guard'
import type { Kept } from '../../graphql/idempotency'
import { logged } from '../../graphql/logged'
import type { Scope } from '../../graphql/scope'
import { mayOpenNow, requirePatient } from '../../graphql/visibility'
import type { Mailer } from '../../graphql/mailer'
import { unusualMails } from './mails'
import {
  accessesOf,
  accessNow,
  accessPage,
  addAccess,
  readPlace,
  findAccess,
  findByIdentifier,
  isOwnPatient,
  keepOutcome,
  openAccess,
  openedInShift,
  reviewersOf,
  takeTurns,
} from './repository'

/** @throws BAD_USER_INPUT unless it says who it is, by one of both ways */
const readWhom = (
  args: MutationOpenEmergencyAccessArgs,
  nowMs: number,
): { readonly id: string } | { readonly nhsNumber: string; readonly birthDate: string } => {
  const { patientId: id, nhsNumber, birthDate } = args
  if (id != null && nhsNumber == null && birthDate == null) return { id }
  if (id != null)
    throw badInput([{ path: 'patientId', message: 'Either the patient, or number and birth date' }])
  const { criteria, faults, identifierFault } = readLookup(
    { nhsNumber: nhsNumber ?? '', birthDate: birthDate ?? '', firstName: '', lastName: '' },
    todayAnywhere(nowMs).latest,
  )
  const wrong = [
    ...(identifierFault !== null || criteria.nhsNumber === null
      ? [{ path: 'nhsNumber', message: `Not a valid number (${identifierFault ?? 'empty'})` }]
      : []),
    ...(criteria.birthDate === null || faults.birthDate !== undefined
      ? [{ path: 'birthDate', message: faults.birthDate ?? 'Enter the date of birth' }]
      : []),
  ]
  if (wrong.length > 0 || criteria.nhsNumber === null || criteria.birthDate === null)
    throw badInput(wrong)
  return { nhsNumber: criteria.nhsNumber, birthDate: criteria.birthDate }
}

type Whom = ReturnType<typeof readWhom>

/** Null: the acting organisation has nobody such, or two. */
const find = async (scope: Scope, whom: Whom): Promise<string | null> => {
  if ('id' in whom) return (await isOwnPatient(scope, whom.id)) ? whom.id : null
  const [id, another] = await findByIdentifier(scope, whom.nhsNumber, whom.birthDate)
  return id === undefined || another !== undefined ? null : id
}

/** A refusal that is in the action log all the same, as a look-up is: whoever tries ids is seen. */
const refusal = (
  { acting, loggedInAs, clock }: Scope,
  whom: Whom,
  patientId: string | null,
  refused: Error,
): LoggedRefusal =>
  new LoggedRefusal(refused, [
    {
      organizationId: acting.organizationId,
      at: isoNow(clock),
      actorId: acting.userId,
      loggedInAs,
      action: 'emergencyAccessRefused',
      entityType: 'patient',
      entityId: patientId,
      patientId,
      // What was asked by, never what was asked for.
      details: { by: Object.keys(whom), result: patientId === null ? 'none' : 'not-needed' },
    },
  ])

/** @throws NOT_FOUND where the acting organisation has none of that id */
const requireAccess = async (scope: Scope, id: string) => {
  const found = await findAccess(scope, id)
  if (found === undefined) throw notFound()
  return found
}

/** Query fields of schema/emergency-access.graphql. */
export const emergencyAccessQueries = {
  async emergencyAccess(
    scope: Scope,
    { patientId }: QueryEmergencyAccessArgs,
  ): Promise<EmergencyAccess[]> {
    const { endsAt } = await requirePatient(scope, patientId)
    return accessesOf(scope, patientId, endsAt)
  },
  async emergencyAccesses(
    scope: Scope,
    { after }: QueryEmergencyAccessesArgs,
  ): Promise<EmergencyAccessPage> {
    return accessPage(scope, after == null ? null : readPlace(after))
  },
}

/** @throws BAD_USER_INPUT for one that says nothing */
const readReason = (path: 'reason' | 'reasonAgain', given: string): string => {
  const read = statedReason.safeParse(given)
  if (!read.success) throw badInput(read.error.issues.map(({ message }) => ({ path, message })))
  return read.data
}

/** Mutation fields of schema/emergency-access.graphql. */
export const createEmergencyAccessMutations = (mailer: Mailer) => ({
  async openEmergencyAccess(
    scope: Scope,
    args: MutationOpenEmergencyAccessArgs,
  ): Promise<EmergencyAccess> {
    const reason = readReason('reason', args.reason)
    const reasonAgain =
      args.reasonAgain == null ? null : readReason('reasonAgain', args.reasonAgain)
    const whom = readWhom(args, scope.clock.now())
    await takeTurns(scope)
    const patientId = await find(scope, whom)
    if (patientId === null) throw refusal(scope, whom, null, notFound())
    if (await mayOpenNow(scope, patientId))
      throw refusal(
        scope,
        whom,
        patientId,
        conflict('NOT_NEEDED', 'This record is open to you without emergency access'),
      )
    const open = await openAccess(scope, patientId)
    if (open !== undefined) return accessNow(scope, open)
    const nth = (await openedInShift(scope)) + 1
    const isUnusual = nth > usualInShift
    // A release that knows no such question leaves the argument out: nobody is kept from a record.
    if (isUnusual && args.reasonAgain === null)
      throw conflict('REASON_AGAIN', 'Say again why you need this record now')
    const row = await addAccess(scope, { patientId, reason, reasonAgain, nth })
    scope.log.warn({
      event: 'emergency-access',
      userId: scope.acting.userId,
      organizationId: scope.acting.organizationId,
      patientId,
      nth,
    })
    await logged(scope, {
      action: 'openEmergencyAccess',
      entityType: 'emergencyAccess',
      entityId: row.id,
      patientId,
      details: {
        endsAt: row.ends_at,
        ...(isUnusual ? { nthInShift: nth } : {}),
        sha256: accessDigest(row),
      },
    })
    const opened = await accessNow(scope, row)
    if (isUnusual)
      for (const mail of unusualMails(
        await reviewersOf(scope, patientId),
        opened.user.name ?? null,
        nth,
      ))
        await mailer.send(mail, scope.trx)
    return opened
  },
  async reviewEmergencyAccess(
    scope: Scope,
    { id, outcome }: MutationReviewEmergencyAccessArgs,
  ): Promise<EmergencyAccess> {
    const found = await requireAccess(scope, id)
    if (found.user_id === scope.acting.userId)
      throw conflict('OWN_ACCESS', 'Somebody else reviews your own emergency access')
    const row = await keepOutcome(scope, id, outcome)
    await logged(scope, {
      action: 'reviewEmergencyAccess',
      entityType: 'emergencyAccess',
      entityId: id,
      patientId: row.patient_id,
      details: { outcome },
    })
    return accessNow(scope, row)
  },
})

/** What a repeat of a mutation is answered with. */
export const emergencyAccessRereads = {
  openEmergencyAccess: async (scope: Scope, _args: unknown, kept: Kept) => {
    const row = await requireAccess(scope, kept.id ?? '')
    if (row.user_id !== scope.acting.userId) throw notFound()
    return accessNow(scope, row)
  },
  reviewEmergencyAccess: async (scope: Scope, { id }: MutationReviewEmergencyAccessArgs) =>
    accessNow(scope, await requireAccess(scope, id)),
}
