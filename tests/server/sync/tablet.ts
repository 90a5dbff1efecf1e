import { expect } from 'vitest'
import type { Answer, TestServer } from '../client'
import { newDeviceKey, newId, write } from './device'
import type { DeviceKey, Session, WireMutation } from './device'

/** Rows as a device asks for them; three fields of Entity's types need names of their own. */
const rowFields = `__typename ... on PatientNote { id revision text capturedAt clockSkewMs noteCreatedBy: createdBy { id } }
  ... on Patient { id revision onWatchList latestAcuityScore { id score late } wardAdmission { revision expectedDischargeDate } }
  ... on VirtualWardPatient { id revision onWatchList latestAcuityScore { id score late } wardAdmission { revision expectedDischargeDate } }`
export const resultFields = `id class code replay retryAfterMs version receivedAt argErrors { path message } server { ${rowFields} } also { ${rowFields} }
  conflict { fields { name before yours theirs } changedBy { id firstName } changedAt }`
const helloQuery = `query ($in: HelloIn!) { syncHello(in: $in) {
  epoch serverTime minClient sessionId scopes { id kind version } vaultPublicKey vaultKeyId deviceKek offlineLeaseHours } }`
const pushMutation = `mutation ($in: PushIn!) { syncPush(in: $in) { epoch results { ${resultFields} } } }`

export interface Hello {
  readonly epoch: string
  readonly serverTime: string
  readonly minClient: string
  readonly sessionId: string
  readonly vaultPublicKey: string
  readonly vaultKeyId: string
  readonly deviceKek: string
  readonly offlineLeaseHours: number
  readonly scopes: readonly { id: string; kind: string; version: string }[]
}
export interface Result {
  readonly id: string
  readonly class: string
  readonly code: string | null
  readonly replay: boolean
  readonly version: string | null
  readonly argErrors: readonly { path: string; message: string }[] | null
  readonly server: {
    readonly __typename: string
    readonly id: string
    readonly text: string
    readonly capturedAt: string
    readonly clockSkewMs: number | null
  } | null
  readonly also?: readonly { readonly __typename: string; readonly id: string }[] | null
  readonly conflict?: {
    readonly fields: readonly {
      readonly name: string
      readonly before: unknown
      readonly yours: unknown
      readonly theirs: unknown
    }[]
    readonly changedBy: { readonly id: string } | null
    readonly changedAt: string | null
  } | null
}
export interface Pushed {
  readonly epoch: string
  readonly results: readonly Result[]
}

/** How the patients of the tests' world look to who opens them. */
export const identities: Readonly<Record<string, object>> = {
  a1: { name: "Zoë O'Neill", birthDate: '1940-02-29', identifierLast4: '5919', revision: 1 },
  a2: { name: "Zac O'Neill", birthDate: '1940-02-29', identifierLast4: null, revision: 1 },
  b1: { name: 'Bert Brown', birthDate: '1940-02-29', identifierLast4: '5552', revision: 1 },
  h1: { name: 'Hana Hill', birthDate: '1940-02-29', identifierLast4: '0018', revision: 1 },
}

export interface NoteOptions {
  readonly id?: string
  readonly prev?: string | null
  readonly n?: number
  readonly at?: string
  readonly seen?: object
  readonly op?: string
  readonly opVersion?: number
  readonly input?: Record<string, unknown>
  readonly lane?: string
  /** What the device's own clock showed, where that is another than `at`. */
  readonly wall?: string
}

/** A user signed in on a tablet. */
export interface SignedIn extends Session {
  readonly user: string
  readonly hello: Hello
  note(patient: string, words: string, options?: NoteOptions): Promise<WireMutation>
  /** Any command about a patient. */
  command(
    op: string,
    input: Readonly<Record<string, unknown>> & { readonly patientId: string },
    options?: Omit<NoteOptions, 'op' | 'input'>,
  ): Promise<WireMutation>
}

/** A tablet of a group, over a server. `now`: what the device takes for the server's time. */
export const createTablet = (
  server: () => TestServer,
  now: () => string,
  group = `group-${newId()}`,
) => {
  let n = 0
  const ask = async (
    query: string,
    user: string,
    variables: Record<string, unknown>,
    organization?: string,
  ): Promise<Answer> =>
    server().ask(query, {
      as: user,
      variables,
      ...(organization === undefined ? {} : { in: organization }),
    })

  const askHello = (user: string, key: DeviceKey, organization?: string): Promise<Answer> =>
    ask(
      helloQuery,
      user,
      {
        in: {
          group,
          clientVersion: '3.15.0',
          schemaVersion: 1,
          devicePublicKey: key.publicKey,
          wallClock: now(),
        },
      },
      organization,
    )

  const signIn = async (
    user: string,
    organization?: string,
    key?: DeviceKey,
  ): Promise<SignedIn> => {
    const deviceKey = key ?? (await newDeviceKey())
    const answer = await askHello(user, deviceKey, organization)
    expect(answer.errors).toEqual([])
    const hello = answer.data?.syncHello as Hello
    const session: Session = {
      sessionId: hello.sessionId,
      vaultKeyId: hello.vaultKeyId,
      vaultPublicKey: hello.vaultPublicKey,
      key: deviceKey,
    }
    const seal = (
      patient: string,
      op: string,
      plainOp: string,
      input: object,
      options: NoteOptions,
    ): Promise<WireMutation> => {
      n += 1
      return write(session, {
        id: options.id ?? newId(),
        lane: options.lane ?? patient,
        n: options.n ?? n,
        prev: options.prev ?? null,
        op,
        ...(options.opVersion === undefined ? {} : { opVersion: options.opVersion }),
        plaintext: {
          op: plainOp,
          input,
          seenIdentity: options.seen ?? identities[patient] ?? null,
          capturedAt: options.wall ?? options.at ?? now(),
          capturedAtEst: options.at ?? now(),
        },
      })
    }
    return {
      ...session,
      user,
      hello,
      note: (patient, words, options = {}) =>
        seal(
          patient,
          options.op ?? 'addPatientNote',
          'addPatientNote',
          options.input ?? { patientId: patient, text: words },
          options,
        ),
      command: (op, input, options = {}) => seal(input.patientId, op, op, input, options),
    }
  }

  /** Sends as any user; the answer whole. */
  const askPush = (
    user: string,
    epoch: string,
    mutations: readonly WireMutation[],
    organization?: string,
  ): Promise<Answer> => ask(pushMutation, user, { in: { group, epoch, mutations } }, organization)
  const push = async (by: SignedIn, ...mutations: readonly WireMutation[]): Promise<Pushed> => {
    const answer = await askPush(by.user, by.hello.epoch, mutations)
    expect(answer.errors).toEqual([])
    return answer.data?.syncPush as Pushed
  }
  /** Class and code of each, `APPLIED` or `REJECTED/FORBIDDEN`. */
  const said = async (by: SignedIn, ...mutations: readonly WireMutation[]): Promise<string[]> =>
    (await push(by, ...mutations)).results.map(verdict)
  return { group, signIn, askHello, askPush, push, said, ask }
}
export type Tablet = ReturnType<typeof createTablet>

export const verdict = (result: Result): string =>
  result.code === null ? result.class : `${result.class}/${result.code}`
