import { epoch } from './device'
import type { World } from './world'

/** A note as the server keeps it. */
export interface Effect {
  readonly id: string
  readonly text: string
  readonly author: string
  readonly organization: string
  readonly patient: string
  readonly capturedAt: number
  readonly createdAt: number
  readonly revision: number
}

export interface ServerFaults {
  /** Per mutation: the process dies before, or after, its transaction commits. */
  crashBefore: number
  crashAfter: number
  /** Per request: 5xx before anything is done, or by a proxy after all of it. */
  failBefore: number
  failAfter: number
  tooMany: number
  /** Per request: a token is refused that a fresh one would replace. */
  stale: number
}

/** Bugs that a server could have; the model is right when none is on. */
export interface ServerBugs {
  readonly ignoresKeys?: boolean
  readonly storesResultApart?: boolean
  readonly answersPoisonWith500?: boolean
  readonly asksPermissionBeforeReplay?: boolean
}

export interface ServerRequest { readonly path: string; readonly token: string | null; readonly organization: string | null; readonly body: unknown }
export interface ServerAnswer { readonly status: number; readonly text: string }

export const users: Readonly<Record<string, readonly string[]>> = { u1: ['A'], u2: ['A'], u3: ['A', 'B'] }
export const patients: Readonly<Record<string, readonly string[]>> = { A: ['p1', 'p2', 'p3'], B: ['p4', 'p5'] }

interface Claims { readonly sub: string; readonly serial: number; readonly generation: string }
/** A token as the identity provider makes it, unsigned. */
export const tokenOf = (claims: Claims): string => `head.${btoa(JSON.stringify(claims))}.signature`
const claimsOf = (token: string | null): Claims => token === null ? { sub: '', serial: 0, generation: '' } : JSON.parse(atob(token.split('.')[1] ?? '')) as Claims

class Refusal extends Error {
  constructor(readonly code: string, message: string) { super(message) }
}
class Crash extends Error {}

interface Operation { readonly operationName: string; readonly variables: Record<string, unknown>; readonly extensions?: { readonly idempotencyKey?: string } }

/** The service as the portal meets it: one transaction per mutation, answers by key, permissions that may change. */
export interface ModelServer {
  readonly effects: readonly Effect[]
  isDown(): boolean
  restart(): void
  /** Null: the connection breaks. */
  handle(request: ServerRequest): ServerAnswer | null
  readonly faults: ServerFaults
  /** Credentials (`uid.serial`) whose session was ended. */
  readonly ended: Set<string>
  /** `user patient` that may no longer be seen. */
  readonly hidden: Set<string>
  /** Users who may not write. */
  readonly readOnly: Set<string>
  notesOf(organization: string, patient: string): readonly Effect[]
  onEffect: (effect: Effect) => void
}

export const createServer = (world: World, faults: ServerFaults, bugs: ServerBugs): ModelServer => {
  const effects: Effect[] = []
  const answers = new Map<string, { readonly payload: string; readonly result: unknown }>()
  const acting = new Map<string, string>()
  const stale = new Set<string>()
  let downUntil = 0
  let revision = 0

  const crash = (): never => {
    downUntil = world.now() + world.random.between(200, 8_000)
    world.note('server crashes')
    throw new Crash()
  }
  const iso = (ms: number): string => new Date(ms).toISOString()
  const now = (): number => epoch + world.now()

  const meOf = (uid: string, organization: string) => ({
    id: uid, firstName: uid, lastName: 'Nurse', email: `${uid}@ward.example`, isInternalStaff: false, roles: ['Clinician'], jobRole: null,
    permissions: { view_patients: true, ...(server.readOnly.has(uid) ? {} : { add_patient_notes: true }) },
    createdAt: iso(epoch),
    actingOrganization: {
      id: organization, name: organization, type: 'virtual_ward', edition: 'en-GB', telephone: null, address: null, acceptedTerms: true, features: {},
      nationalIdentifierScheme: null, inactivityMinutes: 15, roles: [], defaultCarePathway: null, neighbors: [],
    },
    organizations: (users[uid] ?? []).map((id) => ({ id, name: id, type: 'virtual_ward' })),
    chatWidgetHash: null, isSelfCare: false, isActiveTeamMember: true, enrolledInTotpMfa: false, canResetPassword: true,
    canReceivePushNotifications: false, areQuicksilvaPreApprovedMessagesSetup: false, wards: [], externalAuthIdentities: [],
  })
  const noteOf = (effect: Effect) => ({
    id: effect.id, revision: effect.revision, patientId: effect.patient, text: effect.text, capturedAt: iso(effect.capturedAt), createdAt: iso(effect.createdAt),
    createdBy: { id: effect.author, firstName: effect.author, lastName: 'Nurse' }, organization: { id: effect.organization, name: effect.organization }, checkup: null,
  })
  const requirePatient = (uid: string, organization: string, patient: unknown): string => {
    if (typeof patient !== 'string' || patients[organization]?.includes(patient) !== true || server.hidden.has(`${uid} ${patient}`)) throw new Refusal('NOT_FOUND', 'Not found')
    return patient
  }

  const addNote = (uid: string, organization: string, { variables, extensions }: Operation): unknown => {
    const key = extensions?.idempotencyKey ?? null
    const mayWrite = (): void => { if (server.readOnly.has(uid)) throw new Refusal('FORBIDDEN', 'You do not have permission to do this') }
    const payload = JSON.stringify([organization, variables])
    if (bugs.asksPermissionBeforeReplay === true) mayWrite()
    if (world.random.chance(faults.crashBefore)) crash()
    const earlier = key === null || bugs.ignoresKeys === true ? undefined : answers.get(`${uid} ${key}`)
    if (earlier !== undefined) {
      if (earlier.payload !== payload) throw new Refusal('CONFLICT', 'ID_REUSED')
      return earlier.result
    }
    mayWrite()
    const text = String(variables.text)
    if (text.includes('poison')) throw new Refusal(bugs.answersPoisonWith500 === true ? 'INTERNAL' : 'BAD_USER_INPUT', 'Refused for what it says')
    const patient = requirePatient(uid, organization, variables.patientId)
    const isLenient = bugs.ignoresKeys === true || bugs.storesResultApart === true
    if (!isLenient && effects.some((effect) => effect.id === key)) throw new Refusal('CONFLICT', 'ID_REUSED')
    revision += 1
    const effect: Effect = {
      id: isLenient && effects.some((other) => other.id === key) ? `${key ?? ''}-${revision}` : key ?? `unkeyed-${revision}`,
      text, author: uid, organization, patient,
      capturedAt: Math.min(Date.parse(String(variables.capturedAt)), now()), createdAt: now(), revision,
    }
    const result = { addPatientNote: noteOf(effect) }
    effects.push(effect)
    world.note(`server keeps ${text}`)
    server.onEffect(effect)
    if (bugs.storesResultApart === true && world.random.chance(faults.crashAfter)) crash()
    if (key !== null) answers.set(`${uid} ${key}`, { payload, result })
    if (world.random.chance(faults.crashAfter)) crash()
    return result
  }

  const execute = (uid: string, header: string | null, operation: Operation): unknown => {
    const mine = users[uid] ?? []
    const organization = header ?? acting.get(uid) ?? mine[0] ?? ''
    if (!mine.includes(organization)) throw new Refusal('FORBIDDEN', 'You do not have permission to do this')
    switch (operation.operationName) {
      case 'Me': return { me: meOf(uid, organization) }
      case 'DidLogin': return { didLogin: meOf(uid, acting.get(uid) ?? mine[0] ?? '') }
      case 'SetActingOrganization': {
        const wanted = String(operation.variables.organizationId)
        if (!mine.includes(wanted)) throw new Refusal('FORBIDDEN', 'You do not have permission to do this')
        acting.set(uid, wanted)
        return { setActingOrganization: meOf(uid, wanted) }
      }
      case 'PatientNotes': {
        const patient = requirePatient(uid, organization, operation.variables.patientId)
        const all = server.notesOf(organization, patient)
        return { patientNotes: { notes: all.slice(0, 50).map(noteOf), total: all.length, asOf: iso(now()) } }
      }
      case 'AddPatientNote': return addNote(uid, organization, operation)
      default: throw new Error(`The model server does not know ${operation.operationName}`)
    }
  }

  const json = (status: number, value: unknown): ServerAnswer => ({ status, text: JSON.stringify(value) })
  const unauthorized = json(401, { errors: [{ message: 'Unauthorized', extensions: { code: 'UNAUTHORIZED' } }] })

  const server: ModelServer = {
    effects,
    faults,
    ended: new Set(),
    hidden: new Set(),
    readOnly: new Set(),
    onEffect: () => undefined,
    isDown: () => world.now() < downUntil,
    restart: () => { downUntil = 0 },
    notesOf: (organization, patient) => effects.filter((effect) => effect.organization === organization && effect.patient === patient)
      .toSorted((a, b) => b.capturedAt - a.capturedAt || (a.id < b.id ? 1 : -1)),
    handle: ({ path, token, organization, body }) => {
      if (server.isDown()) return world.random.chance(0.5) ? null : json(503, { message: 'Away' })
      if (path === '/maintenance') return json(200, {})
      const { sub: uid, serial, generation } = claimsOf(token)
      if (world.random.chance(faults.failBefore)) return world.random.chance(0.5) ? json(world.random.pick([500, 502, 503, 504]), { message: 'Broken' }) : { status: 502, text: '<html>' }
      if (world.random.chance(faults.tooMany)) return json(429, { errors: [{ message: 'Too many requests', extensions: { code: 'TOO_MANY' } }] })
      if (world.random.chance(faults.stale)) stale.add(`${uid}.${serial}.${generation}`)
      if (users[uid] === undefined || server.ended.has(`${uid}.${serial}`) || stale.has(`${uid}.${serial}.${generation}`)) return unauthorized
      const operations = (Array.isArray(body) ? body : [body]) as readonly Operation[]
      try {
        const results = operations.map((operation) => {
          try {
            return { data: execute(uid, organization, operation) }
          } catch (thrown) {
            if (!(thrown instanceof Refusal)) throw thrown
            return { errors: [{ message: thrown.message, extensions: { code: thrown.code } }], data: null }
          }
        })
        if (world.random.chance(faults.failAfter)) return { status: 502, text: '<html>Bad gateway</html>' }
        return json(200, Array.isArray(body) ? results : results[0])
      } catch (thrown) {
        if (thrown instanceof Crash) return null
        throw thrown
      }
    },
  }
  return server
}
