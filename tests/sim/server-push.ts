import { waitingCommands } from '../../src/domain/sync/catalogue'
import { lifetimeOf } from '../../src/domain/sync/waiting-command'
import { createHash } from 'node:crypto'
import { base64Url, fromBase64Url, type Keyring } from './ciphers'
import { remarksIn } from './observations'
import { contactTextIn } from './contact'
import {
  changedContact,
  contactWords,
  judgeContact,
  type WantedContact,
} from '../../src/domain/patient/contact'
import {
  judgeExpectedDischarge,
  type SeenExpectedDischarge,
} from '../../src/domain/patient/expected-discharge'
import { birthDate, cardOf, identifier, noteOf, patientName, patientOf } from './server-rows'
import {
  careOf,
  heldAt,
  iso,
  logAction,
  patients,
  serverNow,
  shortHash,
  users,
  type Effect,
  type KeptAnswer,
  type ServerState,
  type SessionRow,
} from './server-state'
import type { World } from './world'

/** Bugs that a server could have; the model is right when none is on. */
export interface ServerBugs {
  /** No answers by id: what is sent twice is done twice. */
  readonly ignoresKeys?: boolean
  /** The answer is kept in a transaction of its own, after the effect's. */
  readonly storesResultApart?: boolean
  /** What the database will never take is called a failure of the moment. */
  readonly failsAtPoison?: boolean
  /** Permission is asked before the kept answer is looked for. */
  readonly asksPermissionBeforeReplay?: boolean
  /** Permission is asked as it is now, not as it was when it was written. */
  readonly asksPermissionNow?: boolean
  /** A command is done whatever life of the database it was made for. */
  readonly pushIgnoresEpoch?: boolean
  /** `prev` is not looked at. */
  readonly ignoresOrder?: boolean
  /** Who signed is not looked at: it is written as whoever delivers it. */
  readonly writesAsDeliverer?: boolean
  /** The device's own clock is believed. */
  readonly believesClocks?: boolean
  /** The action log gets its entry in a transaction of its own. */
  readonly logsApart?: boolean
  /** The same life of the database goes on after a restore. */
  readonly keepsEpochAfterRestore?: boolean
  /** Of contact details all of the form is written, also the part that its author did not touch. */
  readonly writesWholeContact?: boolean
  /** What somebody else made of the same part meanwhile is not looked at. */
  readonly overwritesContact?: boolean
  readonly sequenceBeforeCommit?: boolean
  /** What is delivered while nobody is signed in is written as nobody's. */
  readonly writesIdleAsNobody?: boolean
  /** What is delivered while nobody is signed in leaves no answer behind. */
  readonly forgetsIdleAnswers?: boolean
  readonly cursorAheadOfRows?: boolean
  readonly forgetsRemovals?: boolean
}

export interface MutationIn {
  readonly id: string
  readonly lane: string
  readonly n: number
  readonly prev: string | null
  readonly op: string
  readonly opVersion: number
  readonly sealed: string
  readonly signature: string
  readonly sessionId: string
}

interface Answer {
  readonly id: string
  readonly class: string
  readonly code: string | null
  readonly replay: boolean
  readonly retryAfterMs: number | null
  readonly version: string | null
  readonly receivedAt: string | null
  readonly server: unknown
  readonly also: readonly unknown[] | null
  readonly conflict: unknown
  readonly argErrors: KeptAnswer['argErrors']
}

const kinds: Readonly<Record<string, Effect['kind']>> = {
  addPatientNote: 'note',
  setPatientAcuityScore: 'acuity',
  updateExpectedDischargeDate: 'date',
  updatePatientContactDetails: 'contact',
  addToWatchList: 'watch',
  removeFromWatchList: 'watch',
  recordObservations: 'observations',
  requestRepeat: 'repeat',
  addTask: 'task',
  writeHandover: 'handover',
  recordContact: 'call',
}

interface Plaintext {
  readonly op: string
  readonly input: Readonly<Record<string, unknown>>
  readonly seenIdentity: {
    readonly name: string
    readonly birthDate: string
    readonly identifierLast4: string | null
  } | null
  readonly capturedAt: string
  readonly capturedAtEst: string
}

export interface PushParts {
  readonly world: World
  readonly keyring: Keyring
  readonly bugs: ServerBugs
  readonly state: () => ServerState
  readonly chance: {
    readonly busy: () => boolean
    readonly crashBefore: () => void
    readonly crashAfter: () => void
  }
  /** opVersions of addPatientNote that this server takes. */
  readonly opVersions: () => readonly number[]
  readonly holder: { readonly keyId: string }
  readonly macSecret: string
  readonly onEffect: (effect: Effect) => void
}

const slackMs = 5 * 60_000
const keptMs = 90 * 86_400_000
const busyMs = 1_000

/**
 * The id that a device writes into its commands; signed, so that a server restored from before the
 * sign-in knows it still.
 */
export const nameSession = (secret: string, row: SessionRow): string => {
  const claim = base64Url(Buffer.from(JSON.stringify(row)))
  return `v1.${claim}.${shortHash(`${secret} ${claim}`)}`
}
const claimOf = (secret: string, sessionId: string): SessionRow | null => {
  const [, claim = '', mac] = sessionId.split('.')
  return mac === shortHash(`${secret} ${claim}`)
    ? (JSON.parse(Buffer.from(claim, 'base64url').toString()) as SessionRow)
    : null
}

/**
 * syncPush of the model: one transaction per command, its answer in it (server/engine/push.ts and
 * decide.ts are the real ones).
 */
export const createPush = (parts: PushParts) => {
  const { world, keyring, bugs } = parts
  const keyOf = (group: string, id: string): string => `${group} ${id}`
  const unstored = (id: string, name: string, code: string | null): Answer => ({
    id,
    class: name,
    code,
    replay: false,
    retryAfterMs: code === 'BUSY' ? busyMs : null,
    version: null,
    receivedAt: null,
    server: null,
    also: null,
    conflict: null,
    argErrors: null,
  })
  const shown = (kept: KeptAnswer, replay: boolean, deliverer: string): Answer => {
    const effect =
      kept.effect === null ? undefined : parts.state().effects.find(({ id }) => id === kept.effect)
    const isMine = kept.author === deliverer
    const { organization, patient } = kept.about
    const mayOpen =
      isMine && heldAt(parts.state().opens.get(`${kept.author} ${patient}`), serverNow(world))
    const now = careOf(parts.state(), organization, patient)
    // The row of a conflict is told as it was when it was decided.
    const care = kept.class === 'CONFLICT' ? { ...now, contact: kept.contact } : now
    const isOfPatient =
      mayOpen && kept.class !== 'REJECTED' && (effect === undefined || effect.kind !== 'note')
    return {
      id: kept.id,
      class: kept.class,
      code: kept.code,
      replay,
      retryAfterMs: null,
      version: effect === undefined ? null : String(effect.revision),
      receivedAt: iso(kept.receivedAt),
      also: isOfPatient ? [cardOf(patient, organization, kept.author, care)] : null,
      server: isOfPatient
        ? patientOf(patient, organization, kept.author, care, serverNow(world))
        : isMine && effect?.kind === 'note'
          ? noteOf(effect)
          : null,
      conflict: isMine ? kept.conflict : null,
      argErrors: isMine ? kept.argErrors : null,
    }
  }

  /**
   * The session of a command, also one from after the backup; null: never given out by this server.
   */
  const findSession = (sessionId: string): SessionRow | null => {
    const claim = claimOf(parts.macSecret, sessionId)
    if (claim === null) return null
    const { sessions } = parts.state()
    const row = sessions.get(claim.id)
    if (row !== undefined) return { ...row, createdAt: Math.min(row.createdAt, claim.createdAt) }
    sessions.set(claim.id, { ...claim, revokedAt: null })
    return claim
  }

  const told = (by: string | null, at: number) => ({
    changedBy: by === null ? null : { id: by, firstName: by, lastName: 'Nurse' },
    changedAt: iso(at),
  })
  /** What stands against contact details that are wanted; null: they may be written. */
  const conflictOfContact = (organization: string, { input }: Plaintext): unknown => {
    const { contact } = careOf(parts.state(), organization, String(input.patientId))
    const wanted = input as unknown as WantedContact
    const open = changedContact(wanted).filter(
      (part) => judgeContact(part, wanted, contact) === 'conflict',
    )
    if (open.length === 0 || bugs.overwritesContact === true) return null
    return {
      fields: open.map((part) => ({
        name: part,
        before: contactWords(part, wanted.seen),
        yours: contactWords(part, wanted.newContact),
        theirs: contactWords(part, contact),
      })),
      ...told(null, 0),
    }
  }

  /** What stands against what is wanted; null: it may be done. */
  const conflictOf = (organization: string, plain: Plaintext): unknown => {
    const { op, input } = plain
    if (op === 'updatePatientContactDetails') return conflictOfContact(organization, plain)
    if (op !== 'updateExpectedDischargeDate') return null
    const { date, dateRevision, dateBy, dateAt } = careOf(
      parts.state(),
      organization,
      String(input.patientId),
    )
    const seen = input.seen as SeenExpectedDischarge
    if (
      judgeExpectedDischarge(String(input.expectedDischargeDate), seen, {
        expectedDischargeDate: date,
        revision: dateRevision,
      }) !== 'conflict'
    )
      return null
    return {
      fields: [
        {
          name: 'expectedDischargeDate',
          before: seen.expectedDischargeDate,
          yours: input.expectedDischargeDate,
          theirs: date,
        },
      ],
      ...told(dateBy, dateAt),
    }
  }

  const changeCare = (
    mutation: MutationIn,
    { author, organization, patient, capturedAt, createdAt, text }: Effect,
    plain: Plaintext,
  ): void => {
    const state = parts.state()
    const care = careOf(state, organization, patient)
    const isLatest = care.acuity === null || care.acuity.capturedAt <= capturedAt
    const others = care.watchers.filter((user) => user !== author)
    const { newContact, seen } = plain.input as unknown as WantedContact
    state.care.set(`${organization} ${patient}`, {
      ...care,
      revision: state.version,
      ...(mutation.op === 'updateExpectedDischargeDate'
        ? { date: text, dateRevision: state.version, dateBy: author, dateAt: createdAt }
        : {}),
      ...(mutation.op === 'updatePatientContactDetails'
        ? {
            contact:
              bugs.writesWholeContact === true
                ? newContact
                : {
                    ...care.contact,
                    ...Object.fromEntries(
                      changedContact({ newContact, seen }).map((part) => [part, newContact[part]]),
                    ),
                  },
          }
        : {}),
      ...(mutation.op === 'setPatientAcuityScore' && isLatest
        ? {
            acuity: {
              id: mutation.id,
              score: Number(plain.input.score),
              reason: text,
              by: author,
              capturedAt,
              createdAt,
            },
          }
        : {}),
      ...(mutation.op === 'addToWatchList'
        ? { watchers: [...others, author] }
        : mutation.op === 'removeFromWatchList'
          ? { watchers: others }
          : {}),
    })
  }

  const apply = (
    mutation: MutationIn,
    author: string,
    organization: string,
    plain: Plaintext,
    at: number,
  ): Effect => {
    const state = parts.state()
    state.version += 1
    const isTaken = state.effects.some(({ id }) => id === mutation.id)
    const effect: Effect = {
      kind: kinds[mutation.op] ?? 'note',
      id: isTaken ? `${mutation.id}-${state.version}` : mutation.id,
      text: String(
        plain.input.text ??
          plain.input.reason ??
          plain.input.decision ??
          plain.input.note ??
          plain.input.expectedDischargeDate ??
          contactTextIn(plain.input) ??
          remarksIn(plain.input) ??
          `watch ${mutation.id}`,
      ),
      author,
      organization,
      patient: String(plain.input.patientId),
      capturedAt: at,
      createdAt: serverNow(world),
      revision: state.version,
    }
    state.effects.push(effect)
    if (effect.kind !== 'note') changeCare(mutation, effect, plain)
    world.note(`server keeps ${effect.text}`)
    parts.onEffect(effect)
    return effect
  }

  /** What is wrong with it; null: nothing. */
  const refusalOf = (
    mutation: MutationIn,
    session: SessionRow,
    plain: Plaintext,
    at: number,
    now: number,
  ): { readonly code: string; readonly argErrors?: KeptAnswer['argErrors'] } | null => {
    const state = parts.state()
    const patient = String(plain.input.patientId)
    const { seenIdentity: seen } = plain
    if (plain.op !== mutation.op || mutation.lane !== patient || seen === null)
      return { code: 'MALFORMED' }
    if (now - at > keptMs) return { code: 'TOO_OLD' }
    if (at < session.createdAt - slackMs || (session.revokedAt !== null && at >= session.revokedAt))
      return { code: 'SESSION_REVOKED' }
    const asked = bugs.asksPermissionNow === true ? now : at
    if (
      !(users[session.user] ?? []).includes(session.organization) ||
      (kinds[mutation.op] !== 'watch' && !heldAt(state.writes.get(session.user), asked))
    )
      return { code: 'FORBIDDEN' }
    if (!(patients[session.organization] ?? []).includes(patient)) return { code: 'NOT_FOUND' }
    const { firstName, lastName } = patientName(patient)
    if (
      seen.name !== `${firstName} ${lastName}` ||
      seen.birthDate !== birthDate ||
      seen.identifierLast4 !== identifier(patient).slice(-4)
    )
      return { code: 'IDENTITY_CHANGED' }
    if (!heldAt(state.opens.get(`${session.user} ${patient}`), asked)) return { code: 'NOT_FOUND' }
    if (String(plain.input.text).includes('poison'))
      return { code: 'INVALID', argErrors: [{ path: 'text', message: 'Refused for what it says' }] }
    return null
  }

  const pushOne = (
    group: string,
    epoch: string,
    deliverer: string,
    mutation: MutationIn,
  ): Answer => {
    const state = parts.state()
    const key = keyOf(group, mutation.id)
    const session = findSession(mutation.sessionId)
    if (session === null) return unstored(mutation.id, 'REJECTED', 'SESSION_UNKNOWN')
    if (session.group !== group) return unstored(mutation.id, 'REJECTED', 'FOREIGN_SESSION')
    const sealed = fromBase64Url(mutation.sealed)
    const said = [
      mutation.id,
      mutation.lane,
      String(mutation.n),
      mutation.op,
      String(mutation.opVersion),
    ]
    const signed = Buffer.from(
      [...said, createHash('sha256').update(sealed).digest('hex')].join('|'),
    )
    if (
      !keyring.isSigned(
        session.publicKey,
        new Uint8Array(signed),
        fromBase64Url(mutation.signature),
      )
    )
      return unstored(mutation.id, 'REJECTED', 'SIGNATURE')
    const hash = shortHash(signed.toString())
    const author =
      bugs.writesAsDeliverer === true || (deliverer === '' && bugs.writesIdleAsNobody === true)
        ? deliverer
        : session.user
    if (
      bugs.asksPermissionBeforeReplay === true &&
      !heldAt(state.writes.get(session.user), serverNow(world))
    )
      return unstored(mutation.id, 'REJECTED', 'FORBIDDEN')
    parts.chance.crashBefore()
    const earlier = bugs.ignoresKeys === true ? undefined : state.answers.get(key)
    if (earlier !== undefined)
      return earlier.hash === hash
        ? shown(earlier, true, deliverer)
        : unstored(mutation.id, 'REJECTED', 'ID_REUSED')
    if (epoch !== state.epoch && bugs.pushIgnoresEpoch !== true)
      return unstored(mutation.id, 'EPOCH', null)
    if (kinds[mutation.op] === undefined) return unstored(mutation.id, 'UPGRADE', 'UNKNOWN_OP')
    if (
      mutation.op === 'addPatientNote'
        ? !parts.opVersions().includes(mutation.opVersion)
        : mutation.opVersion !== 1
    )
      return unstored(mutation.id, 'UPGRADE', 'UNKNOWN_OP_VERSION')
    if (
      mutation.prev !== null &&
      bugs.ignoresOrder !== true &&
      !state.answers.has(keyOf(group, mutation.prev))
    )
      return unstored(mutation.id, 'RETRY', 'OUT_OF_ORDER')
    if (parts.chance.busy()) return unstored(mutation.id, 'RETRY', 'BUSY')

    const now = serverNow(world)
    const text = keyring.openSealed(sealed, [...said, mutation.sessionId].join('|'))
    const plain = text === null ? null : (JSON.parse(text) as Plaintext)
    if (
      bugs.failsAtPoison === true &&
      plain !== null &&
      String(plain.input.text).includes('poison')
    )
      return unstored(mutation.id, 'RETRY', 'BUSY')
    const at =
      plain === null
        ? now
        : bugs.believesClocks === true
          ? Date.parse(plain.capturedAt)
          : Math.min(Date.parse(plain.capturedAtEst), now)
    // Nobody who answers for the device is there.
    const command = waitingCommands.find(({ name }) => name === mutation.op)
    if (deliverer === '' && command !== undefined && now - at > (lifetimeOf(command) ?? Infinity))
      return unstored(mutation.id, 'RETRY', 'SIGN_IN_FIRST')
    const refusal =
      plain === null ? { code: 'UNSEALABLE' } : refusalOf(mutation, session, plain, at, now)
    const conflict =
      refusal === null && plain !== null ? conflictOf(session.organization, plain) : null
    const effect =
      refusal === null && conflict === null && plain !== null
        ? apply(mutation, author, session.organization, plain, at)
        : null
    if (bugs.storesResultApart === true) parts.chance.crashAfter()
    const kept: KeptAnswer = {
      id: mutation.id,
      class: effect !== null ? 'APPLIED' : conflict === null ? 'REJECTED' : 'CONFLICT',
      code: refusal?.code ?? (conflict === null ? null : 'CHANGED'),
      author: session.user,
      hash,
      effect: effect?.id ?? null,
      argErrors: refusal?.argErrors ?? null,
      receivedAt: now,
      conflict,
      contact: careOf(state, session.organization, String(plain?.input.patientId)).contact,
      about: { organization: session.organization, patient: String(plain?.input.patientId) },
    }
    if (deliverer !== '' || bugs.forgetsIdleAnswers !== true) state.answers.set(key, kept)
    if (bugs.logsApart === true) parts.chance.crashAfter()
    logAction(state, `${effect === null ? 'refused' : 'applied'} ${mutation.id}`)
    if (effect === null) world.note(`server refuses ${mutation.id} ${kept.code ?? ''}`)
    parts.chance.crashAfter()
    return shown(kept, false, deliverer)
  }

  const saidHello = (user: string, group: string): boolean =>
    [...parts.state().sessions.values()].some(
      (row) => row.user === user && row.group === group && row.revokedAt === null,
    )

  return {
    saidHello,
    push: (
      deliverer: string,
      {
        group,
        epoch,
        mutations,
      }: {
        readonly group: string
        readonly epoch: string
        readonly mutations: readonly MutationIn[]
      },
    ) => {
      const now = parts.state().epoch
      if (epoch !== now && bugs.pushIgnoresEpoch !== true)
        return { epoch: now, results: mutations.map(({ id }) => unstored(id, 'EPOCH', null)) }
      if (!saidHello(deliverer, group))
        return {
          epoch: now,
          results: mutations.map(({ id }) => unstored(id, 'RETRY', 'HELLO_FIRST')),
        }
      return {
        epoch: now,
        results: mutations.map((mutation) => pushOne(group, epoch, deliverer, mutation)),
      }
    },
    /** From a device on which nobody is signed in: what is not proved is not even looked at. */
    deliver: ({
      group,
      epoch,
      mutations,
    }: {
      readonly group: string
      readonly epoch: string
      readonly mutations: readonly MutationIn[]
    }) => {
      const now = parts.state().epoch
      if (epoch !== now && bugs.pushIgnoresEpoch !== true)
        return { epoch: now, results: mutations.map(({ id }) => unstored(id, 'EPOCH', null)) }
      const answers = mutations.map((mutation) => pushOne(group, epoch, '', mutation))
      return {
        epoch: now,
        results: answers.map((answer) =>
          ['SESSION_UNKNOWN', 'FOREIGN_SESSION', 'SIGNATURE'].includes(answer.code ?? '')
            ? unstored(answer.id, 'RETRY', 'NOT_PROVED')
            : answer,
        ),
      }
    },
    /** Whose sessions one of them says to have ended; null: that is not proved. */
    endedBy: (
      group: string,
      {
        sessionId,
        sessionIds,
        signature,
      }: {
        readonly sessionId: string
        readonly sessionIds: readonly string[]
        readonly signature: string
      },
    ): readonly SessionRow[] | null => {
      const by = findSession(sessionId)
      const ended = sessionIds.map(findSession)
      if (
        by === null ||
        by.group !== group ||
        !keyring.isSigned(
          by.publicKey,
          new TextEncoder().encode(['end', group, ...sessionIds].join('|')),
          fromBase64Url(signature),
        )
      )
        return null
      return ended.every((one) => one !== null && one.user === by.user && one.group === group)
        ? ended.filter((one) => one !== null)
        : null
    },
    outcomes: (deliverer: string, group: string, ids: readonly string[]): readonly Answer[] =>
      !saidHello(deliverer, group)
        ? []
        : ids.flatMap((id) => {
            const kept = parts.state().answers.get(keyOf(group, id))
            return kept === undefined ? [] : [shown(kept, true, deliverer)]
          }),
  }
}
