import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { MutationCreateReportArgs, PatientDocument } from '../../../schema/generated/resolvers'
import { frozenCritical } from '../../../src/domain/critical/frozen'
import { formatStaffName } from '../../../src/domain/identity'
import { isoNow } from '../../clock'
import { conflict } from '../../graphql/errors'
import type { Kept } from '../../graphql/idempotency'
import { logged } from '../../graphql/logged'
import type { Scope } from '../../graphql/scope'
import { requirePatient } from '../../graphql/visibility'
import { addPart, askForDocument, findDocument } from '../document'
import { readPatient } from '../patient'
import { lists, pageOf, readAsked, versionOf, type Asked } from './pages'

/** A paper of more rows takes too long to draw. */
const mostRows = 2_500
/** A record that changes more often than this while it is read is not read again. */
const mostReadings = 3
/** Rows that are read and written at once: others are served between two pages. */
const rowsAtOnce = 50

/**
 * Adds the rows of a report to a document, page by page: nobody holds all of them at once.
 * @throws CONFLICT TOO_LONG
 */
const addRows = async (
  scope: Scope,
  args: MutationCreateReportArgs,
  asked: Asked,
  documentId: string,
): Promise<void> => {
  let [rows, nth] = [0, 0]
  for (const list of lists.filter((each) => args[each] === true)) {
    // Intervals are few, and each goes on where the one before ended: they are one page.
    const take = list === 'aggregates' || list === 'softSigns' ? Infinity : rowsAtOnce
    let from: string | null = null
    do {
      const page: Awaited<ReturnType<typeof pageOf>> = await pageOf(scope, asked, list, from, take)
      rows += page.count
      if (rows > mostRows) throw conflict('TOO_LONG', 'The report has too many rows')
      await setImmediate()
      await addPart(scope, documentId, nth, page.told)
      await setImmediate()
      nth += 1
      from = page.next
    } while (from !== null)
  }
}

/** Asks for the document with its rows; null: the record changed meanwhile, and nothing was kept. */
const askOnce = async (
  scope: Scope,
  args: MutationCreateReportArgs,
  asked: Asked,
  ask: () => Promise<string>,
): Promise<string | null> => {
  await sql`savepoint report`.execute(scope.trx)
  const before = await versionOf(scope, args.patientId)
  const id = await ask()
  await addRows(scope, args, asked, id)
  if ((await versionOf(scope, args.patientId)) === before) return id
  await sql`rollback to savepoint report`.execute(scope.trx)
  return null
}

/** Mutation fields of schema/report.graphql. */
export const reportMutations = {
  async createReport(scope: Scope, args: MutationCreateReportArgs): Promise<PatientDocument> {
    const { trx, acting } = scope
    await requirePatient(scope, args.patientId)
    const asked = await readAsked(scope, args, null)
    const { range, hours, zone } = asked
    const patient = await readPatient(scope, args.patientId)
    const own = await trx
      .selectFrom('organization')
      .select(['name', 'edition'])
      .where('id', '=', acting.organizationId)
      .executeTakeFirstOrThrow()
    const author = await trx
      .selectFrom('user_account')
      .select(['first_name', 'last_name', 'email'])
      .where('id', '=', acting.userId)
      .executeTakeFirst()
    const toggles = {
      aggregates: args.aggregates === true,
      softSigns: args.softSigns === true,
      checkups: args.checkups === true,
      notes: args.notes === true,
      alerts: args.alerts === true,
      wardAdmissions: args.wardAdmissions === true,
    }
    const [start, end] = [new Date(range.from).toISOString(), new Date(range.to).toISOString()]
    const ask = (): Promise<string> => {
      const at = isoNow(scope.clock)
      return askForDocument(scope, {
        kind: 'report',
        patientId: args.patientId,
        admissionId: null,
        source: {
          version: 1,
          edition: own.edition,
          zone,
          organization: own.name,
          patient: {
            firstName: patient.firstName,
            lastName: patient.lastName,
            birthDate: patient.birthDate,
            gender: patient.gender,
            identifier: patient.nationalIdentifier ?? null,
            conditions: patient.preExistingConditions,
          },
          critical: frozenCritical(patient),
          author:
            author === undefined
              ? null
              : formatStaffName({
                  firstName: author.first_name,
                  lastName: author.last_name,
                  email: author.email,
                }),
          scheme: patient.ewsThresholds?.riskScheme ?? patient.ewsDefault.schemeName,
          start,
          end,
          hours,
          toggles,
          asOf: at,
        },
        report: { start, end, aggregateIntervalHours: hours, timeZone: zone, ...toggles },
        at,
      })
    }
    let id: string | null = null
    for (let tries = 0; id === null && tries < mostReadings; tries += 1)
      id = await askOnce(scope, args, asked, ask)
    if (id === null) throw conflict('CHANGING', 'The record changed while it was read')
    await logged(scope, {
      action: 'createReport',
      entityType: 'document',
      entityId: id,
      patientId: args.patientId,
      details: { command: scope.idempotencyKey, kind: 'report' },
    })
    return findDocument(trx, id)
  },
}

/** What a repeat of a mutation is answered with. */
export const reportRereads = {
  async createReport(
    scope: Scope,
    { patientId }: MutationCreateReportArgs,
    { id }: Kept,
  ): Promise<PatientDocument> {
    await requirePatient(scope, patientId)
    return findDocument(scope.trx, id ?? '')
  },
}
