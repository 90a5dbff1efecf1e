import { randomUUID } from 'node:crypto'
import { importPKCS8, SignJWT } from 'jose'
import { z } from 'zod'
import { foldName } from '../../src/domain/identity'
import type { Clock } from '../clock'

/** Whom the directory is asked about. */
export interface Traced {
  readonly nhsNumber: string
  readonly firstName: string
  readonly lastName: string
  /** YYYY-MM-DD */
  readonly birthDate: string
  readonly gender: 'male' | 'female'
}
type Compared = 'firstName' | 'lastName' | 'birthDate' | 'gender'

/**
 * What the directory says; `unanswered`: nothing, it is asked again. `Found` only where all of the
 * fields were compared and are the same.
 */
export type TraceResult =
  | { readonly kind: 'Found' | 'NotFound' | 'Superseded' }
  /** `fields`: what the directory has otherwise. */
  | { readonly kind: 'Mismatch'; readonly fields: readonly Compared[] }
  /** The person with the number died; `fields`: what the directory has otherwise. */
  | { readonly kind: 'Died'; readonly fields: readonly Compared[] }
  /** `fields`: what the directory does not say, so that nothing was compared. */
  | { readonly kind: 'Incomplete'; readonly fields: readonly Compared[] }
  | { readonly kind: 'unanswered'; readonly problem: string }

/** Asks the national directory about one number. Never rejects. */
export type Trace = (asked: Traced) => Promise<TraceResult>

const patientSchema = z.object({
  resourceType: z.literal('Patient'),
  id: z.string(),
  birthDate: z.string().optional(),
  gender: z.string().optional(),
  deceasedBoolean: z.boolean().optional(),
  deceasedDateTime: z.string().optional(),
  name: z
    .array(
      z.object({
        use: z.string().optional(),
        family: z.string().optional(),
        given: z.array(z.string()).optional(),
      }),
    )
    .optional(),
})
const outcomeSchema = z.object({
  resourceType: z.literal('OperationOutcome'),
  issue: z.array(
    z.object({
      details: z.object({ coding: z.array(z.object({ code: z.string() })) }).optional(),
    }),
  ),
})
/** The codes by which PDS says that there is no such number. */
const absent = ['RESOURCE_NOT_FOUND', 'INVALIDATED_RESOURCE', 'INVALID_RESOURCE_ID']

/** A name without what is written in one place and not in another: marks, case, blanks, hyphens. */
const letters = (text: string): string => foldName(text).replaceAll(/[^\p{L}\p{M}]/gu, '')

/** The directory keeps middle names with the first one, here only some of them may stand. */
const isGiven = (firstName: string, given: readonly string[]): boolean =>
  given.some((_name, at) => letters(given.slice(0, at + 1).join('')) === letters(firstName))

/** Field by field whether the directory has the same; null: it does not say. */
const compare = (
  asked: Traced,
  found: z.infer<typeof patientSchema>,
): Readonly<Record<Compared, boolean | null>> => {
  const name = found.name?.find(({ use }) => use === 'usual') ?? found.name?.[0]
  const given = name?.given ?? []
  return {
    firstName: given.length === 0 ? null : isGiven(asked.firstName, given),
    lastName: name?.family === undefined ? null : letters(name.family) === letters(asked.lastName),
    birthDate: found.birthDate === undefined ? null : found.birthDate === asked.birthDate,
    gender:
      found.gender === 'male' || found.gender === 'female' ? found.gender === asked.gender : null,
  }
}

const judgePerson = (asked: Traced, found: z.infer<typeof patientSchema>): TraceResult => {
  if (found.id !== asked.nhsNumber) return { kind: 'Superseded' }
  const compared = Object.entries(compare(asked, found)) as [Compared, boolean | null][]
  const fieldsOf = (is: boolean | null): readonly Compared[] =>
    compared.flatMap(([field, same]) => (same === is ? [field] : []))
  const [differs, unsaid] = [fieldsOf(false), fieldsOf(null)]
  if (found.deceasedDateTime !== undefined || found.deceasedBoolean === true)
    return { kind: 'Died', fields: differs }
  if (differs.length > 0) return { kind: 'Mismatch', fields: differs }
  return unsaid.length > 0 ? { kind: 'Incomplete', fields: unsaid } : { kind: 'Found' }
}

const judge = (asked: Traced, status: number, body: unknown): TraceResult => {
  if (status === 200) {
    const found = patientSchema.safeParse(body)
    return found.success
      ? judgePerson(asked, found.data)
      : { kind: 'unanswered', problem: 'not a Patient' }
  }
  const outcome = outcomeSchema.safeParse(body)
  const codes = outcome.success
    ? outcome.data.issue.flatMap(({ details }) => details?.coding.map(({ code }) => code) ?? [])
    : []
  // Not by the status alone: a wrong address answers 404 too, and says nothing of the number.
  return codes.some((code) => absent.includes(code))
    ? { kind: 'NotFound' }
    : { kind: 'unanswered', problem: `HTTP ${status}` }
}

/** Application-restricted access: a signed assertion is changed for a token. */
export interface PdsAccess {
  readonly tokenUrl: string
  readonly apiKey: string
  readonly keyId: string
  /** PKCS#8 PEM. */
  readonly privateKey: string
}

const tokenSchema = z.object({ access_token: z.string(), expires_in: z.coerce.number() })
const answerMs = 10_000

const createTokens = (access: PdsAccess, clock: Clock, ask: typeof fetch) => {
  let held: { readonly token: string; readonly untilMs: number } | null = null
  return async (): Promise<string> => {
    const nowMs = clock.now()
    if (held !== null && nowMs < held.untilMs) return held.token
    const assertion = await new SignJWT({})
      .setProtectedHeader({ alg: 'RS512', typ: 'JWT', kid: access.keyId })
      .setIssuer(access.apiKey)
      .setSubject(access.apiKey)
      .setAudience(access.tokenUrl)
      .setJti(randomUUID())
      .setExpirationTime(Math.floor(nowMs / 1000) + 240)
      .sign(await importPKCS8(access.privateKey, 'RS512'))
    const response = await ask(access.tokenUrl, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: assertion,
      }),
      signal: AbortSignal.timeout(answerMs),
    })
    const { access_token: token, expires_in: seconds } = tokenSchema.parse(await response.json())
    held = { token, untilMs: nowMs + (seconds - 30) * 1000 }
    return token
  }
}

/**
 * The Personal Demographics Service by its FHIR R4 API.
 * @param access absent: the directory asks for none, as the embedded one
 */
export const createPds = ({
  url,
  access,
  clock,
  ask = fetch,
}: {
  readonly url: string
  readonly access?: PdsAccess
  readonly clock: Clock
  readonly ask?: typeof fetch
}): Trace => {
  const tokens = access === undefined ? null : createTokens(access, clock, ask)
  return async (asked) => {
    try {
      const response = await ask(`${url}/Patient/${encodeURIComponent(asked.nhsNumber)}`, {
        headers: {
          accept: 'application/fhir+json',
          'x-request-id': randomUUID(),
          ...(tokens === null ? {} : { authorization: `Bearer ${await tokens()}` }),
        },
        redirect: 'error',
        signal: AbortSignal.timeout(answerMs),
      })
      return judge(asked, response.status, await response.json().catch(() => null))
    } catch (thrown) {
      return { kind: 'unanswered', problem: thrown instanceof Error ? thrown.name : 'unknown' }
    }
  }
}
