import { createHmac, randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import { createApp } from '../../server/app'
import type { Database } from '../../server/db/database'
import { bucketAt } from '../../server/demonstration/bucket-maker'
import { checkupAt } from '../../server/demonstration/checkup-maker'
import { demonstrationAccounts } from '../../server/demonstration/accounts'
import { seedDemonstration } from '../../server/demonstration'
import { demonstrationIngestKeys, organizationOf } from '../../server/demonstration/organizations'
import { demonstrationPatients, type DemonstrationPatient } from '../../server/demonstration/people'
import { createLog } from '../../server/http/log'
import { createIdentity, type Identity } from '../../server/identity'
import { IdentityError } from '../../server/identity/errors'
import { createPokeHub } from '../../server/pokes/hub'
import { createIngest } from '../../server/ingest'
import { secretBox } from '../../server/secret-box'
import { openMemory } from '../server/memory'

/**
 * The real server in this process, with the demonstration's people and no readings. A token is
 * `uid`, or `uid~anything`.
 */
export interface FlowServer {
  readonly app: Hono
  /** The accounts, where they are real: then a token is `tokenOf`'s. */
  readonly identity: Identity | null
  tokenOf(email: string, password: string): Promise<string>
  readonly database: Database
  /** Tokens that are refused. */
  readonly refused: Set<string>
  uid(email: string): string
  /** The id of a demonstration organisation, by the word its ingest key is known under. */
  organizationOf(name: 'riverside'): string
  /** A patient of Riverside by ward, the `at`th of it. */
  patient(ward: string, at: number): DemonstrationPatient
  /** A device sends one check-up that ended then (epoch milliseconds); `over`: other readings. */
  sendCheckup(patient: DemonstrationPatient, endedAt: number, over?: object): Promise<void>
  /** A device sends 15-minute buckets that began then (epoch milliseconds, quarters of an hour). */
  sendBuckets(patient: DemonstrationPatient, starts: readonly number[]): Promise<void>
  /** A patient's app sends a message. */
  sendMessage(patient: DemonstrationPatient, message: string): Promise<void>
  notesOf(patientId: string): Promise<readonly { readonly id: string; readonly text: string }[]>
  authorOf(noteId: string): Promise<string | null>
  /** Streams of pokes that are open. */
  listeners(): number
  /** The patient is called by another first name from now on. */
  rename(patientId: string, firstName: string): Promise<void>
  close(): Promise<void>
}

const uidOf = (email: string): string => {
  const account = demonstrationAccounts.find((known) => known.email === email)
  if (account === undefined) throw new Error(`No demonstration account ${email}`)
  return account.id
}

/**
 * `accounts`: the real ones, with passwords. Without it every token is believed. `clock`: the
 * server's.
 */
export const startServer = async ({
  accounts = false,
  clock = { now: () => Date.now() },
} = {}): Promise<FlowServer> => {
  const database = await openMemory()
  const secrets = secretBox(new Uint8Array(32))
  const log = createLog('silent')
  const real = accounts
    ? createIdentity({
        secrets,
        database,
        clock,
        mailer: { send: () => Promise.resolve() },
        config: {
          projectId: 'flow',
          portalUrl: 'http://ward.example',
          passwordCost: { logN: 4, r: 1, p: 1 },
        },
      })
    : null
  // Elsewhere identity is another suite's: accounts exist and a token is what it says.
  const identity = real ?? {
    hasAccount: () => Promise.resolve(true),
    createAccount: () => Promise.resolve(),
    enrolTotp: () => Promise.resolve(),
  }
  await seedDemonstration({ database, identity, clock, secrets })
  // The tests count notes: only theirs.
  await database.asSystem((trx) => trx.deleteFrom('patient_note').execute())
  const refused = new Set<string>()
  const pokes = createPokeHub(database)
  const send = async (
    kind: 'checkups' | 'monitoring-buckets' | 'chat-messages',
    items: readonly unknown[],
  ): Promise<void> => {
    const key = demonstrationIngestKeys.find(({ organization }) => organization === 'riverside')
    if (key === undefined) throw new Error('No ingest key')
    const body = JSON.stringify(items)
    const path = `/Prod/ingest/v1/${kind}`
    const timestamp = String(Math.floor(Date.now() / 1000))
    const signature = createHmac('sha256', key.secret)
      .update(`${timestamp}\nPOST\n${path}\n${body}`)
      .digest('hex')
    const answer = await app.request(path, {
      method: 'POST',
      body,
      headers: {
        'Content-Type': 'application/json',
        'X-Api-Key': key.apiKey,
        'X-Timestamp': timestamp,
        'X-Signature': signature,
      },
    })
    if (!answer.ok) throw new Error(`Refused: ${answer.status} ${await answer.text()}`)
  }
  const app = await createApp({
    database,
    ...(real === null ? {} : { administration: real.administration }),
    pokes,
    clock,
    log,
    ...(real === null ? {} : { identityRoutes: real.routes }),
    verify:
      real?.verify ??
      ((token) =>
        refused.has(token)
          ? Promise.reject(new IdentityError('TOKEN_EXPIRED'))
          : Promise.resolve({
              uid: token.split('~')[0] ?? '',
              email: null,
              authTime: Math.floor(Date.now() / 1000),
              // `uid~by~staff`: internal staff act as the user.
              claims: /~by~/.test(token) ? { loggedInAs: token.split('~')[2] } : {},
            })),
    ingest: createIngest({ database, clock, secrets, log }),
    settings: {
      basePath: '/Prod',
      publicDir: '/nonexistent',
      gitHash: 'flow',
      firebase: false,
      signInsPerMinute: 10_000,
      perMinute: { operations: 1_000_000, rows: 1_000_000 },
    },
  })
  return {
    app,
    database,
    identity: real,
    tokenOf: async (email, password) => {
      const answer = await app.request(
        'http://ward.example/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=flow',
        {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ email, password, returnSecureToken: true }),
        },
      )
      const { idToken } = (await answer.json()) as { readonly idToken?: string }
      if (idToken === undefined) throw new Error(`${email} was not signed in`)
      return idToken
    },
    refused,
    uid: uidOf,
    organizationOf: (name) => organizationOf(name).id,
    patient: (ward, at) => {
      const found = demonstrationPatients.filter((patient) =>
        JSON.stringify(patient).includes(ward),
      )[at]
      if (found === undefined) throw new Error(`No patient ${at} on ${ward}`)
      return found
    },
    sendCheckup: (patient, endedAt, over = {}) =>
      send('checkups', [{ ...checkupAt(patient, endedAt, endedAt), ...over }]),
    sendMessage: (patient, message) =>
      send('chat-messages', [
        {
          id: randomUUID(),
          patientId: patient.id,
          message,
          sentAt: new Date(clock.now()).toISOString(),
        },
      ]),
    sendBuckets: (patient, starts) =>
      send(
        'monitoring-buckets',
        starts.map((start) => bucketAt(patient, start, start)),
      ),
    notesOf: (patientId) =>
      database.asSystem((trx) =>
        trx
          .selectFrom('patient_note')
          .select(['id', 'text'])
          .where('patient_id', '=', patientId)
          .orderBy('captured_at')
          .orderBy('id')
          .execute(),
      ),
    authorOf: (noteId) =>
      database.asSystem(
        async (trx) =>
          (
            await trx
              .selectFrom('patient_note')
              .select('created_by')
              .where('id', '=', noteId)
              .executeTakeFirst()
          )?.created_by ?? null,
      ),
    rename: (patientId, firstName) =>
      database.asSystem(async (trx) => {
        await trx
          .updateTable('patient')
          .set({ first_name: firstName })
          .where('id', '=', patientId)
          .execute()
      }),
    listeners: pokes.subscribers,
    close: async () => {
      await pokes.close()
      await database.close()
    },
  }
}
