import type {
  MutationAssignPatientToPracticeArgs,
  MutationCreatePracticeArgs,
  MutationUnassignPatientFromPracticeArgs,
  Practice,
} from '../../../schema/generated/resolvers'
import { newPracticeSchema } from '../../../src/domain/practice/practice'
import { badInput, notFound } from '../../graphql/errors'
import type { Kept } from '../../graphql/idempotency'
import type { Scope } from '../../graphql/scope'
import { requirePatient } from '../../graphql/visibility'
import { takeCounters } from '../admission'
import {
  changeAssignment,
  findPractice,
  insertPractice,
  isKnownPractice,
  listPractices,
  logAtBoth,
  mayAssign,
  mayLead,
  registeredBy,
} from './repository'

const practiceOf = async (scope: Scope, id: string | null): Promise<Practice> => {
  const found = await findPractice(scope, id)
  if (found === undefined) throw notFound()
  return found
}

const change = async (
  scope: Scope,
  { patientId, practiceId }: MutationAssignPatientToPracticeArgs,
  isAssigned: boolean,
): Promise<boolean> => {
  await requirePatient(scope, patientId)
  // Before the patient's row and the log, as whoever removes them, and asked behind it.
  await takeCounters(scope, await registeredBy(scope, patientId))
  if (!(await mayAssign(scope, patientId, practiceId))) throw notFound()
  if (await changeAssignment(scope, patientId, practiceId, isAssigned))
    await logAtBoth(
      scope,
      isAssigned ? 'assignPatientToPractice' : 'unassignPatientFromPractice',
      practiceId,
      patientId,
    )
  return true
}

/** Query fields of schema/practice.graphql. */
export const practiceQueries = {
  practices: (scope: Scope): Promise<Practice[]> => listPractices(scope),
}

/** Mutation fields of schema/practice.graphql. */
export const practiceMutations = {
  async createPractice(scope: Scope, args: MutationCreatePracticeArgs): Promise<Practice> {
    const read = newPracticeSchema.safeParse(args)
    if (!read.success)
      throw badInput(
        read.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
      )
    if (await isKnownPractice(scope, read.data.organization))
      throw badInput([
        {
          path: 'organization.name',
          message: 'A practice with this name and postcode already exists',
        },
      ])
    if (!(await mayLead(scope, read.data.user.email)))
      throw badInput([{ path: 'user.email', message: 'This email address cannot be used' }])
    const id = await insertPractice(scope, read.data)
    await logAtBoth(scope, 'createPractice', id, null)
    return practiceOf(scope, id)
  },
  assignPatientToPractice: (
    scope: Scope,
    args: MutationAssignPatientToPracticeArgs,
  ): Promise<boolean> => change(scope, args, true),
  unassignPatientFromPractice: (
    scope: Scope,
    args: MutationUnassignPatientFromPracticeArgs,
  ): Promise<boolean> => change(scope, args, false),
}

/** What a repeat of a mutation is answered with. */
export const practiceRereads = {
  createPractice: (scope: Scope, _args: object, { id }: Kept) => practiceOf(scope, id),
  assignPatientToPractice: async (): Promise<boolean> => true,
  unassignPatientFromPractice: async (): Promise<boolean> => true,
}
