import { setImmediate } from 'node:timers/promises'
import type { PatientReportPart, QueryPatientReportArgs } from '../../../schema/generated/resolvers'
import { badInput } from '../../graphql/errors'
import { pageLimit } from '../../graphql/paging'
import type { Scope } from '../../graphql/scope'
import { requirePatient } from '../../graphql/visibility'
import { countBetween } from '../checkup'
import { iso, lists, pageOf, readAsked, versionOf, type List, type Told } from './pages'

const none: Omit<PatientReportPart, 'asOf' | 'version' | 'checkupCount'> = {
  aggregates: [],
  softSigns: [],
  checkups: [],
  notes: [],
  alerts: [],
  wardAdmissions: [],
  next: null,
}

/** `list from`: where the next part begins. @throws BAD_USER_INPUT naming after */
const readAfter = ({
  after,
  ...args
}: QueryPatientReportArgs): { readonly list: List; readonly from: string | null } | null => {
  if (after == null) return null
  const [name, from = ''] = after.split(' ')
  const list = lists.find((each) => each === name)
  if (
    list === undefined ||
    args[list] !== true ||
    (from !== '' && !Number.isFinite(Date.parse(from)))
  )
    throw badInput([{ path: 'after', message: 'Must be the next of a part' }])
  return { list, from: from === '' ? null : new Date(from).toISOString() }
}

/** Query fields of schema/report.graphql. */
export const reportQueries = {
  async patientReport(scope: Scope, args: QueryPatientReportArgs): Promise<PatientReportPart> {
    const after = readAfter(args)
    const asked = await readAsked(scope, args, after?.from ?? null)
    await requirePatient(scope, args.patientId)
    // Before any row: a change that commits meanwhile is another version for the next part.
    const asOf = iso(scope.clock.now())
    const version = await versionOf(scope, args.patientId)
    const wanted = lists.filter((list) => args[list] === true)
    const first = after === null ? wanted[0] : after.list
    const todo = first === undefined ? [] : wanted.slice(wanted.indexOf(first))
    let [told, rows, next]: [Told, number, string | null] = [{}, 0, null]
    for (const [at, list] of todo.entries()) {
      if (rows >= pageLimit) {
        next = list
        break
      }
      const from = list === first ? (after?.from ?? null) : null
      const page = await pageOf(scope, asked, list, from, pageLimit - rows)
      told = { ...told, ...page.told }
      rows += page.count
      if (page.next !== null) {
        next = `${list} ${page.next}`
        break
      }
      if (at < todo.length - 1) await setImmediate()
    }
    // Rows are read, then written into the answer: two turns.
    await setImmediate()
    return {
      ...none,
      ...told,
      next,
      checkupCount: await countBetween(scope, args.patientId, {
        start: iso(asked.range.from),
        end: iso(asked.range.to),
      }),
      asOf,
      version,
    }
  },
}
