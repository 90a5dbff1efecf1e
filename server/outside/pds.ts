import { randomUUID } from 'node:crypto'
import { importPKCS8, SignJWT } from 'jose'
import { z } from 'zod'
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
type Differing = 'firstName' | 'lastName' | 'birthDate' | 'gender'

/** What the directory says; `unanswered`: nothing, it is asked again. */
export type TraceResult =
  | { readonly kind: 'Found' | 'NotFound' | 'Superseded' }
  | { readonly kind: 'Mismatch'; readonly differs: readonly Differing[] }
  | { readonly kind: 'unanswered'; readonly problem: string }

/** Asks the national directory about one number. Never rejects. */
export type Trace = (asked: Traced) => Promise<TraceResult>

const patientSchema = z.object({
  resourceType: z.literal('Patient'),
  id: z.string(),
  birthDate: z.string().optional(),
  gender: z.string().optional(),
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

const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[^\p{L}]/gu, '')
    .toLowerCase()

const compare = (asked: Traced, found: z.infer<typeof patientSchema>): readonly Differing[] => {
  const name = found.name?.find(({ use }) => use === 'usual') ?? found.name?.[0]
  const given = name?.given?.[0]
  return [
    ...(given !== undefined && folded(given) !== folded(asked.firstName)
      ? ['firstName' as const]
      : []),
    ...(name?.family !== undefined && folded(name.family) !== folded(asked.lastName)
      ? ['lastName' as const]
      : []),
    ...(found.birthDate !== undefined && found.birthDate !== asked.birthDate
      ? ['birthDate' as const]
      : []),
    ...((found.gender === 'male' || found.gender === 'female') && found.gender !== asked.gender
      ? ['gender' as const]
      : []),
  ]
}

const judge = (asked: Traced, status: number, body: unknown): TraceResult => {
  if (status === 200) {
    const found = patientSchema.safeParse(body)
    if (!found.success) return { kind: 'unanswered', problem: 'not a Patient' }
    if (found.data.id !== asked.nhsNumber) return { kind: 'Superseded' }
    const differs = compare(asked, found.data)
    return differs.length === 0 ? { kind: 'Found' } : { kind: 'Mismatch', differs }
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
