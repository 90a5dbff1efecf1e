import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { PatientDocument, Person } from '../../../schema/generated/resolvers'
import { documentSchema, type DocumentKind } from '../../../src/domain/document/document'
import type { Trx } from '../../db/database'
import { plainFields } from '../../db/plain-fields'
import type { ReportAsked } from '../../../src/domain/report/report'
import { notFound } from '../../graphql/errors'
import type { Scope } from '../../graphql/scope'

/** A document that is asked for. */
export interface AskedDocument {
  readonly kind: DocumentKind
  readonly patientId: string
  /** Of a discharge summary: the stay. */
  readonly admissionId: string | null
  /** What it says, as JSON; server/documents makes a paper of it, by its kind. */
  readonly source: unknown
  /** Of a report: what was asked for. */
  readonly report?: ReportAsked
  readonly at: string
}

/** Asks for a document; a job draws it once the transaction is committed. @returns its id */
export async function askForDocument(
  { trx, acting }: Pick<Scope, 'trx' | 'acting'>,
  { kind, patientId, admissionId, source, report, at }: AskedDocument,
): Promise<string> {
  const id = randomUUID()
  await trx
    .insertInto('document')
    .values({
      id,
      organization_id: acting.organizationId,
      patient_id: patientId,
      admission_id: admissionId,
      kind,
      source: JSON.stringify(source),
      report: report === undefined ? null : JSON.stringify(report),
      created_at: at,
      created_by: acting.userId,
    })
    .execute()
  return id
}

/** Adds a page to what a document says that was asked for in this transaction. */
export async function addPart(
  { trx, acting }: Pick<Scope, 'trx' | 'acting'>,
  documentId: string,
  nth: number,
  part: unknown,
): Promise<void> {
  await trx
    .insertInto('document_part')
    .values({
      document_id: documentId,
      nth,
      organization_id: acting.organizationId,
      body: JSON.stringify(part),
    })
    .execute()
}

const plain = plainFields(documentSchema, 'createdBy')
const selectDocuments = (trx: Trx) =>
  trx
    .selectFrom('document as d')
    .select([...plain.from('d'), sql<Person | null>`app_person(d.created_by)`.as('author')])
type DocumentRow = Awaited<
  ReturnType<ReturnType<typeof selectDocuments>['executeTakeFirstOrThrow']>
>

const documentOf = (row: DocumentRow): PatientDocument & { readonly kind: DocumentKind } => ({
  ...plain.of(row),
  createdBy: row.author,
})

/**
 * The documents of a patient that the acting organisation made, newest first; 200 at most, of which
 * reports, which anybody asks for at any time, are the first to be left out.
 */
export const documentsOf = async ({ trx }: Scope, patientId: string): Promise<PatientDocument[]> =>
  (
    await selectDocuments(trx)
      .where('d.patient_id', '=', patientId)
      .orderBy((eb) => eb('d.kind', '=', 'report'))
      .orderBy('d.created_at', 'desc')
      .orderBy('d.id', 'desc')
      .limit(200)
      .execute()
  )
    .map(documentOf)
    .toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))

/** One document. @throws NOT_FOUND, also for another organisation's */
export async function findDocument(
  trx: Trx,
  id: string,
): Promise<PatientDocument & { readonly kind: DocumentKind }> {
  const row = await selectDocuments(trx).where('d.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound()
  return documentOf(row)
}

/** Has a document that failed drawn again. Any other stays as it is. */
export const askAgain = async (trx: Trx, id: string): Promise<void> => {
  await trx
    .updateTable('document')
    .set({ state: 'due' })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .execute()
}

/** The file of a document that is ready. */
export const fileOf = async (trx: Trx, id: string): Promise<Uint8Array | undefined> =>
  (
    await trx
      .selectFrom('document_file')
      .select('bytes')
      .where('document_id', '=', id)
      .executeTakeFirst()
  )?.bytes
