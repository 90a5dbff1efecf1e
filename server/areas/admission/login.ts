import { randomUUID } from 'node:crypto'
import type {
  MutationCreateSelfCareLoginArgs,
  SelfCareLogin,
  SelfCareReset,
} from '../../../schema/generated/resolvers'
import { userEmail } from '../../../src/domain/user/administration'
import { isoNow } from '../../clock'
import { countMemberships } from '../../db/across/members'
import { asServer } from '../../db/across/server-rights'
import { badInput, conflict, notFound } from '../../graphql/errors'
import type { Scope } from '../../graphql/scope'
import type { UserAdministration } from '../../graphql/user-administration'
import { logPatientAction, requireForAdmission } from './registered'

const loginOf = ({ trx }: Scope, patientId: string) =>
  trx
    .selectFrom('self_care as s')
    .innerJoin('user_account as u', 'u.id', 's.user_id')
    .select(['u.id', 'u.email', 'u.can_receive_push_notifications as isPushed'])
    .where('s.patient_id', '=', patientId)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()

const isElsewhereToo = async ({ trx, acting }: Scope, userId: string): Promise<boolean> =>
  (await countMemberships(trx, acting.organizationId, userId)) > 1

/** The login of a patient's own; null: they have none. */
export const findLogin = async (scope: Scope, patientId: string): Promise<SelfCareLogin | null> => {
  const login = await loginOf(scope, patientId)
  if (login === undefined) return null
  const organizations = await scope.trx
    .selectFrom('user_organization as uo')
    .innerJoin('organization as o', 'o.id', 'uo.organization_id')
    .select(['o.id', 'o.name'])
    .where('uo.user_id', '=', login.id)
    .orderBy('o.name')
    .orderBy('o.id')
    .execute()
  return {
    id: login.id,
    email: login.email,
    canResetPassword: !(await isElsewhereToo(scope, login.id)),
    canReceivePushNotifications: login.isPushed,
    organizations,
  }
}

/** Whose password can be set anew; a login that another organisation has, too, is its person's own. */
export const readReset = async (scope: Scope, patientId: string): Promise<SelfCareReset> => {
  const { trx, acting } = scope
  const login = await loginOf(scope, patientId)
  const known = await trx
    .selectFrom('self_care')
    .select('user_id')
    .where('patient_id', '=', patientId)
    .where('organization_id', '<>', acting.organizationId)
    .executeTakeFirst()
  const isElsewhere =
    login === undefined ? known !== undefined : await isElsewhereToo(scope, login.id)
  return { userId: isElsewhere ? null : (login?.id ?? null), isElsewhere }
}

/** An account, a membership with the role of patients alone, and whose login it is. */
async function insertLogin(
  { trx, acting, clock }: Scope,
  patient: { readonly id: string; readonly first_name: string; readonly last_name: string },
  email: string,
): Promise<string> {
  const [id, now] = [randomUUID(), isoNow(clock)]
  const made = await trx
    .insertInto('user_account')
    .values({
      id,
      email,
      first_name: patient.first_name,
      last_name: patient.last_name,
      is_self_care: true,
      acting_organization_id: acting.organizationId,
      created_at: now,
    })
    .onConflict((on) => on.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made === undefined)
    throw badInput([{ path: 'selfCare.email', message: 'This email address is in use already' }])
  await trx
    .insertInto('user_organization')
    .values({
      user_id: id,
      organization_id: acting.organizationId,
      roles: JSON.stringify(['Self Care']),
      created_at: now,
    })
    .execute()
  await trx
    .insertInto('self_care')
    .values({
      patient_id: patient.id,
      user_id: id,
      organization_id: acting.organizationId,
      created_at: now,
    })
    .execute()
  return id
}

/**
 * Gives a patient a login of their own.
 * @param provider null: another provider keeps the sign-ins
 * @throws BAD_USER_INPUT naming the email or the password, NOT_FOUND, CONFLICT
 */
export async function createLogin(
  scope: Scope,
  provider: UserAdministration | null,
  { patientId, selfCare }: MutationCreateSelfCareLoginArgs,
): Promise<SelfCareLogin> {
  const { trx, acting } = scope
  if (provider === null)
    throw conflict('SIGN_INS_ELSEWHERE', 'Sign-ins are not kept by this server')
  await requireForAdmission(scope, patientId)
  const email = userEmail.safeParse(selfCare.email)
  if (!email.success) throw badInput([{ path: 'selfCare.email', message: 'Invalid email' }])
  const patient = await trx
    .selectFrom('patient')
    .select(['id', 'first_name', 'last_name'])
    .where('id', '=', patientId)
    .executeTakeFirst()
  if (patient === undefined) throw notFound()
  const organization = await trx
    .selectFrom('organization')
    .select(['name', 'edition'])
    .where('id', '=', acting.organizationId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if ((await loginOf(scope, patientId)) !== undefined)
    throw conflict('HAS_LOGIN', 'This patient has a login')
  const made = await asServer(trx, acting.organizationId, async () => {
    const user = { uid: await insertLogin(scope, patient, email.data), email: email.data }
    if (!(await provider.createAccount(trx, user)))
      throw badInput([{ path: 'selfCare.email', message: 'This email address is in use already' }])
    const names = [patient.first_name, patient.last_name]
    const refused =
      selfCare.password == null
        ? await provider
            .sendWelcome(trx, {
              ...user,
              organizationName: organization.name,
              edition: organization.edition,
            })
            .then(() => null)
        : await provider.setPassword(
            trx,
            { ...user, edition: organization.edition },
            selfCare.password,
            names,
          )
    if (refused !== null) throw badInput([{ path: 'selfCare.password', message: refused }])
    return { id: user.uid, email: user.email }
  })
  await logPatientAction(scope, 'createSelfCareLogin', patientId, { details: { userId: made.id } })
  const login = await findLogin(scope, patientId)
  if (login === null) throw notFound()
  return login
}
