import type {
  MutationAssignStaffToWardArgs,
  MutationCreateWardArgs,
  MutationDeleteWardArgs,
  MutationRemoveStaffFromWardArgs,
  MutationUpdateWardArgs,
  QueryWardArgs,
  Ward,
  WardAssignment,
  WardDetail,
} from '../../../schema/generated/resolvers'
import { wardCapacity, wardName, wardProcedure } from '../../../src/domain/ward/ward'
import { badInput, conflict, notFound } from '../../graphql/errors'
import { pageSize } from '../../graphql/paging'
import type { Kept } from '../../graphql/idempotency'
import { logged } from '../../graphql/logged'
import type { Scope } from '../../graphql/scope'
import { endDuties } from '../duty'
import {
  assignedAt,
  changeWard,
  assignInvited,
  deleteStaff,
  findWard,
  insertStaff,
  insertWard,
  isDeletedWard,
  isStaff,
  listWards,
  lockWard,
  lockWardForDeletion,
  patientsOfWard,
  staffOfWard,
  wardsOfInvited,
} from './repository'

const log = (
  scope: Scope,
  action: string,
  entityId: string,
  details?: Readonly<Record<string, unknown>>,
): Promise<void> => logged(scope, { action, entityType: 'ward', entityId, details })

/** @throws BAD_USER_INPUT naming `name` */
const readName = (given: string): string => {
  const read = wardName.safeParse(given)
  if (read.success) return read.data
  throw badInput(read.error.issues.map(({ message }) => ({ path: 'name', message })))
}

/** @throws BAD_USER_INPUT naming `noAnswerProcedure` */
const readProcedure = (given: string | null): string | null => {
  const read = wardProcedure.safeParse(given)
  if (read.success) return read.data
  throw badInput(read.error.issues.map(({ message }) => ({ path: 'noAnswerProcedure', message })))
}

/** @throws BAD_USER_INPUT naming `capacity` */
const readCapacity = (given: number | null): number | null => {
  const read = wardCapacity.safeParse(given)
  if (read.success) return read.data
  throw badInput(read.error.issues.map(({ message }) => ({ path: 'capacity', message })))
}

/** @throws NOT_FOUND where the acting organisation has no such ward */
const requireWard = async (scope: Scope, id: string) => {
  const found = await findWard(scope, id)
  if (found === undefined) throw notFound()
  return found
}

/** Query fields of schema/ward.graphql. */
export const wardQueries = {
  wards: (scope: Scope): Promise<Ward[]> => listWards(scope),

  async ward(scope: Scope, { id, take, skip }: QueryWardArgs): Promise<WardDetail> {
    const size = pageSize(take)
    if ((skip ?? 0) < 0) throw badInput([{ path: 'skip', message: 'Must be 0 or more' }])
    const { ward, seesPatients } = await requireWard(scope, id)
    return {
      ...ward,
      seesPatients,
      wardPatients: seesPatients
        ? await patientsOfWard(scope, id, { take: size, skip: skip ?? 0 })
        : [],
      wardStaff: await staffOfWard(scope, id),
    }
  },
}

/** Mutation fields of schema/ward.graphql. */
export const wardMutations = {
  async createWard(scope: Scope, { name, capacity }: MutationCreateWardArgs): Promise<Ward> {
    const read = { name: readName(name), capacity: readCapacity(capacity ?? null) }
    const id = await insertWard(scope, read)
    await log(scope, 'createWard', id)
    return (await requireWard(scope, id)).ward
  },

  async updateWard(
    scope: Scope,
    { id, name, capacity: given, noAnswerProcedure: text }: MutationUpdateWardArgs,
  ): Promise<Ward> {
    const named = name == null ? undefined : readName(name)
    const asked = given === undefined ? undefined : readCapacity(given)
    const written = text === undefined ? undefined : readProcedure(text)
    if (!(await lockWard(scope, id))) throw notFound()
    const { ward } = await requireWard(scope, id)
    const was = ward.capacity ?? null
    const capacity = asked === undefined ? was : asked
    const read = named ?? ward.name
    const procedureWas = ward.noAnswerProcedure ?? null
    const procedure = written === undefined ? procedureWas : written
    if (ward.name === read && was === capacity && procedureWas === procedure) return ward
    await changeWard(scope, id, {
      ...(ward.name === read ? {} : { name: read }),
      capacity,
      no_answer_procedure: procedure,
    })
    if (ward.name !== read) await log(scope, 'updateWard', id)
    if (was !== capacity) await log(scope, 'setWardCapacity', id, { from: was, to: capacity })
    if (procedureWas !== procedure)
      await log(
        scope,
        procedure === null ? 'removeNoAnswerProcedure' : 'writeNoAnswerProcedure',
        id,
      )
    return (await requireWard(scope, id)).ward
  },

  async deleteWard(scope: Scope, { id }: MutationDeleteWardArgs): Promise<boolean> {
    if (!(await lockWardForDeletion(scope, id))) {
      if (await isDeletedWard(scope, id)) return true
      throw notFound()
    }
    const { ward } = await requireWard(scope, id)
    if (ward.numberOfPatients > 0)
      throw conflict('WARD_HAS_PATIENTS', 'Patients are admitted to this ward')
    if (ward.numberOfStaff > 0) throw conflict('WARD_HAS_STAFF', 'Staff are assigned to this ward')
    await changeWard(scope, id, { isDeleted: true })
    await log(scope, 'deleteWard', id)
    await endDuties(scope, scope.acting.organizationId, { wardId: id }, 'ward-deleted')
    return true
  },

  async assignStaffToWard(
    scope: Scope,
    { wardId, userId }: MutationAssignStaffToWardArgs,
  ): Promise<WardAssignment> {
    const invited = await wardsOfInvited(scope, userId)
    if (!(await lockWard(scope, wardId))) throw notFound()
    if (invited !== undefined) {
      if (!invited.includes(wardId)) {
        await assignInvited(scope, userId, [...invited, wardId])
        await log(scope, 'inviteToWard', wardId, { invitationId: userId })
      }
      return { assignedAt: null }
    }
    if (!(await isStaff(scope, userId))) throw notFound()
    if (await insertStaff(scope, wardId, userId))
      await log(scope, 'assignStaffToWard', wardId, { userId })
    const at = await assignedAt(scope, wardId, userId)
    if (at === null) throw notFound()
    return { assignedAt: at }
  },

  async removeStaffFromWard(
    scope: Scope,
    { wardId, userId }: MutationRemoveStaffFromWardArgs,
  ): Promise<boolean> {
    const invited = await wardsOfInvited(scope, userId)
    // Nobody takes over the duty meanwhile.
    if (!(await lockWard(scope, wardId))) throw notFound()
    if (invited !== undefined) {
      if (invited.includes(wardId)) {
        await assignInvited(
          scope,
          userId,
          invited.filter((id) => id !== wardId),
        )
        await log(scope, 'inviteToWardNoMore', wardId, { invitationId: userId })
      }
      return true
    }
    if (await deleteStaff(scope, wardId, userId)) {
      await log(scope, 'removeStaffFromWard', wardId, { userId })
      await endDuties(scope, scope.acting.organizationId, { wardId, userId }, 'unassigned')
    }
    return true
  },
}

const wardNow = async (scope: Scope, id: string | null): Promise<Ward> => {
  if (id === null) throw notFound()
  return (await requireWard(scope, id)).ward
}

/** What a repeat of a mutation is answered with. */
export const wardRereads = {
  createWard: (scope: Scope, _args: object, { id }: Kept) => wardNow(scope, id),
  updateWard: (scope: Scope, { id }: MutationUpdateWardArgs) => wardNow(scope, id),
  deleteWard: async (): Promise<boolean> => true,
  async assignStaffToWard(
    scope: Scope,
    { wardId, userId }: MutationAssignStaffToWardArgs,
  ): Promise<WardAssignment> {
    await requireWard(scope, wardId)
    return { assignedAt: await assignedAt(scope, wardId, userId) }
  },
  removeStaffFromWard: async (): Promise<boolean> => true,
}
