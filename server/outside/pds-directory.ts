import type { Database } from '../db/database'

const fhir = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/fhir+json' },
  })

const outcome = (status: number, code: string): Response =>
  fhir(status, {
    resourceType: 'OperationOutcome',
    issue: [
      {
        severity: 'error',
        code: 'processing',
        details: {
          coding: [{ system: 'https://fhir.nhs.uk/R4/CodeSystem/Spine-ErrorOrWarningCode', code }],
        },
      },
    ],
  })

/** Another person's number, as a superseded one leads to. */
const successor = '9000000009'

/**
 * The demonstration's own directory, which answers as PDS FHIR R4 does: about the people of this
 * database alone. Of every 23 numbers one is unknown, one superseded, one of somebody born on
 * another day, and about one it gives no answer.
 */
export const createPdsDirectory =
  (database: Database): typeof fetch =>
  async (asked) => {
    const [, number = ''] =
      /\/Patient\/(\d{10})$/.exec(asked instanceof Request ? asked.url : String(asked)) ?? []
    const person = await database.asSystem((trx) =>
      trx
        .selectFrom('patient')
        .select(['first_name', 'last_name', 'birth_date', 'gender'])
        .where('national_identifier_value', '=', number)
        .where('national_identifier_type', '=', 'NhsNumber')
        .where('deleted_at', 'is', null)
        .where('is_test', '=', false)
        .executeTakeFirst(),
    )
    const kind = Number(number) % 23
    if (kind === 3) return outcome(503, 'SERVICE_UNAVAILABLE')
    if (number === '' || person === undefined || kind === 0)
      return outcome(404, 'RESOURCE_NOT_FOUND')
    return fhir(200, {
      resourceType: 'Patient',
      id: kind === 1 ? successor : number,
      identifier: [
        { system: 'https://fhir.nhs.uk/Id/nhs-number', value: kind === 1 ? successor : number },
      ],
      name: [{ use: 'usual', family: person.last_name, given: [person.first_name] }],
      gender: person.gender,
      birthDate: kind === 2 ? '1901-01-01' : person.birth_date,
    })
  }
