import type {
  PatientListPage,
  PatientNameList,
  QueryPatientsArgs,
} from '../../../schema/generated/resolvers'
import { badInput } from '../../graphql/errors'
import { pageSize } from '../../graphql/paging'
import type { Scope } from '../../graphql/scope'
import { listNames, listPatients } from './repository'

const longestSearch = 200

/** Query fields of schema/patient-list.graphql. */
export const patientListQueries = {
  patientNames: (scope: Scope): Promise<PatientNameList> => listNames(scope),
  async patients(scope: Scope, args: QueryPatientsArgs): Promise<PatientListPage> {
    const { filter, isTestPatient, nameOrNhsNumber, sort } = args
    const take = pageSize(args.take)
    const skip = args.skip ?? 0
    const text = nameOrNhsNumber ?? ''
    if (skip < 0 || skip > 1_000_000)
      throw badInput([{ path: 'skip', message: 'Must be 0 or more' }])
    if (text.length > longestSearch)
      throw badInput([
        { path: 'nameOrNhsNumber', message: `Must be ${longestSearch} characters or fewer` },
      ])
    return listPatients(scope, {
      isTest: isTestPatient ?? false,
      filter,
      text,
      sort: sort ?? { field: 'lastName', direction: 'ASC' },
      take,
      skip,
    })
  },
}
