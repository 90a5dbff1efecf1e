import type {
  Checkup,
  CheckupPage,
  QueryCheckupArgs,
  QueryCheckupsByPatientArgs,
} from '../../../schema/generated/resolvers'
import { notFound } from '../../graphql/errors'
import { pageSize } from '../../graphql/paging'
import type { Scope } from '../../graphql/scope'
import { requirePatient } from '../../graphql/visibility'
import { checkupPage, findCheckup } from './repository'

/** Query fields of schema/checkup.graphql. */
export const checkupQueries = {
  async checkupsByPatient(scope: Scope, args: QueryCheckupsByPatientArgs): Promise<CheckupPage> {
    const take = pageSize(args.take)
    await requirePatient(scope, args.patientId)
    return checkupPage(scope, args.patientId, take, args.before ?? null)
  },
  async checkup(scope: Scope, args: QueryCheckupArgs): Promise<Checkup> {
    const checkup = await findCheckup(scope, args.id)
    if (checkup === undefined) throw notFound()
    await requirePatient(scope, checkup.patientId)
    scope.log.info({
      event: 'checkup-read',
      userId: scope.acting.userId,
      patientId: checkup.patientId,
      checkupId: checkup.id,
    })
    return checkup
  },
}
