import type {
  QueryPatientOnBoardArgs,
  QueryPatientsInWatchListArgs,
  QueryVirtualWardPatientsArgs,
  VirtualWardFilterValues,
  VirtualWardPage,
} from '../../../schema/generated/resolvers'
import { badInput } from '../../graphql/errors'
import { pageSize } from '../../graphql/paging'
import type { Scope } from '../../graphql/scope'
import { boardPage, filterValues } from './repository'

/** More wards, neighbours or order terms than any screen can name are an attack on the planner. */
const listLimit = 100
/** Ten years. */
const hoursLimit = 87_600
const textLimit = 200
/** Nobody watches so many; who does is told how many there are. */
const watchListLimit = 200

const hoursErrors = ({ withCheckupsInLastHours: hours }: QueryPatientsInWatchListArgs) =>
  typeof hours === 'number' && (hours < 1 || hours > hoursLimit)
    ? [{ path: 'withCheckupsInLastHours', message: `Must be 1 to ${hoursLimit}` }]
    : []
const checkHours = (args: QueryPatientsInWatchListArgs): void => {
  const errors = hoursErrors(args)
  if (errors.length > 0) throw badInput(errors)
}

const checkArguments = (args: QueryVirtualWardPatientsArgs): void => {
  const errors = [
    ...(args.skip < 0 || args.skip > 1_000_000
      ? [{ path: 'skip', message: 'Must be 0 or more' }]
      : []),
    ...((args.wardIds?.length ?? 0) > listLimit
      ? [{ path: 'wardIds', message: `Must be ${listLimit} or fewer` }]
      : []),
    ...((args.neighborIds?.length ?? 0) > listLimit
      ? [{ path: 'neighborIds', message: `Must be ${listLimit} or fewer` }]
      : []),
    ...((args.sort?.length ?? 0) > 10 ? [{ path: 'sort', message: 'Must be 10 or fewer' }] : []),
    ...((args.nameOrNhsNumber?.length ?? 0) > textLimit
      ? [{ path: 'nameOrNhsNumber', message: `Must be ${textLimit} characters or fewer` }]
      : []),
    ...hoursErrors(args),
  ]
  if (errors.length > 0) throw badInput(errors)
}

/** Query fields of schema/virtual-ward.graphql. */
export const virtualWardQueries = {
  async virtualWardPatients(
    scope: Scope,
    args: QueryVirtualWardPatientsArgs,
  ): Promise<VirtualWardPage> {
    const take = pageSize(args.take)
    checkArguments(args)
    const now = scope.clock.now()
    const page = await boardPage(
      scope,
      {
        take,
        skip: args.skip,
        sort: args.sort ?? [],
        ...(args.wardIds ? { wardIds: args.wardIds } : {}),
        ...(args.neighborIds ? { neighborIds: args.neighborIds } : {}),
        ...(args.nameOrNhsNumber ? { nameOrNhsNumber: args.nameOrNhsNumber } : {}),
        ...(typeof args.withCheckupsInLastHours === 'number'
          ? { withCheckupsInLastHours: args.withCheckupsInLastHours }
          : {}),
        ...(args.onlyOverdue === true ? { onlyOverdue: true } : {}),
      },
      now,
    )
    return { ...page, asOf: new Date(now).toISOString() }
  },
  async patientsInWatchList(
    scope: Scope,
    args: QueryPatientsInWatchListArgs,
  ): Promise<VirtualWardPage> {
    checkHours(args)
    const now = scope.clock.now()
    const page = await boardPage(
      scope,
      {
        take: watchListLimit,
        skip: 0,
        sort: [{ field: 'lastName', direction: 'ASC' }],
        ...(typeof args.withCheckupsInLastHours === 'number'
          ? { withCheckupsInLastHours: args.withCheckupsInLastHours }
          : {}),
      },
      now,
      { watched: true },
    )
    return { ...page, asOf: new Date(now).toISOString() }
  },
  async patientOnBoard(
    scope: Scope,
    { patientId }: QueryPatientOnBoardArgs,
  ): Promise<VirtualWardPage> {
    const now = scope.clock.now()
    const page = await boardPage(scope, { take: 1, skip: 0, sort: [] }, now, { only: [patientId] })
    return { ...page, asOf: new Date(now).toISOString() }
  },
  virtualWardFilterValues: (scope: Scope): Promise<VirtualWardFilterValues> => filterValues(scope),
}
