import type {
  MutationCreateReportArgs,
  PatientDocument,
  PatientReportPart,
} from '../../../schema/generated/resolvers'
import { formatFullName } from '../../../src/domain/identity'
import { isoNow } from '../../clock'
import { conflict } from '../../graphql/errors'
import type { Kept } from '../../graphql/idempotency'
import { logged } from '../../graphql/logged'
import type { Scope } from '../../graphql/scope'
import { requirePatient } from '../../graphql/visibility'
import { askForDocument, findDocument } from '../document'
import { readPatient } from '../patient'
import { reportQueries } from './resolvers'

/** A paper of more rows takes too long to draw. */
const mostRows = 2_500
/** A record that changes more often than this while it is read is not read again. */
const mostReadings = 3

type Rows = Pick<
  PatientReportPart,
  'aggregates' | 'softSigns' | 'checkups' | 'notes' | 'alerts' | 'wardAdmissions'
>
type Read = Rows & { readonly asOf: string }

/** All parts of a report; null: the record changed between two of them. */
const readOnce = async (scope: Scope, args: MutationCreateReportArgs): Promise<Read | null> => {
  const first = await reportQueries.patientReport(scope, { ...args, after: null })
  let whole: Read = first
  let part = first
  while (part.next !== null && part.next !== undefined) {
    const rows =
      whole.aggregates.length + whole.checkups.length + whole.notes.length + whole.alerts.length
    if (rows > mostRows) throw conflict('TOO_LONG', 'The report has too many rows')
    part = await reportQueries.patientReport(scope, { ...args, after: part.next })
    if (part.version !== first.version) return null
    whole = {
      aggregates: [...whole.aggregates, ...part.aggregates],
      softSigns: [...whole.softSigns, ...part.softSigns],
      checkups: [...whole.checkups, ...part.checkups],
      notes: [...whole.notes, ...part.notes],
      alerts: [...whole.alerts, ...part.alerts],
      wardAdmissions: [...whole.wardAdmissions, ...part.wardAdmissions],
      asOf: whole.asOf,
    }
  }
  return whole
}

const read = async (scope: Scope, args: MutationCreateReportArgs): Promise<Read> => {
  for (let tries = 0; tries < mostReadings; tries += 1) {
    const whole = await readOnce(scope, args)
    if (whole !== null) return whole
  }
  throw conflict('CHANGING', 'The record changed while it was read')
}

/** Mutation fields of schema/report.graphql. */
export const reportMutations = {
  async createReport(scope: Scope, args: MutationCreateReportArgs): Promise<PatientDocument> {
    const { trx, acting } = scope
    await requirePatient(scope, args.patientId)
    const { asOf, aggregates, softSigns, checkups, notes, alerts, wardAdmissions } = await read(
      scope,
      args,
    )
    const patient = await readPatient(scope, args.patientId)
    const own = await trx
      .selectFrom('organization')
      .select(['name', 'edition', 'time_zone'])
      .where('id', '=', acting.organizationId)
      .executeTakeFirstOrThrow()
    const author = await trx
      .selectFrom('user_account')
      .select(['first_name', 'last_name', 'email'])
      .where('id', '=', acting.userId)
      .executeTakeFirst()
    const id = await askForDocument(scope, {
      kind: 'report',
      patientId: args.patientId,
      admissionId: null,
      source: {
        version: 1,
        edition: own.edition,
        zone: args.timeZone ?? own.time_zone,
        organization: own.name,
        patient: {
          firstName: patient.firstName,
          lastName: patient.lastName,
          birthDate: patient.birthDate,
          gender: patient.gender,
          identifier: patient.nationalIdentifier ?? null,
        },
        author:
          author === undefined
            ? null
            : formatFullName({ firstName: author.first_name, lastName: author.last_name }) ||
              author.email,
        scheme: patient.ewsThresholds?.riskScheme ?? patient.ewsDefault.schemeName,
        start: args.start,
        end: args.end,
        hours: args.aggregateIntervalHours,
        toggles: {
          aggregates: args.aggregates === true,
          softSigns: args.softSigns === true,
          checkups: args.checkups === true,
          notes: args.notes === true,
          alerts: args.alerts === true,
          wardAdmissions: args.wardAdmissions === true,
        },
        asOf,
        report: { aggregates, softSigns, checkups, notes, alerts, wardAdmissions },
      },
      at: isoNow(scope.clock),
    })
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
