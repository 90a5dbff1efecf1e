import { sql } from 'kysely'
import { createApp } from '../../server/app'
import { firstBrokenAction } from '../../server/db/action-log'
import { openDatabase, type Database, type Trx } from '../../server/db/database'
import { nextRevision } from '../../server/db/revision'
import { createLog } from '../../server/http/log'
import { IdentityError } from '../../server/identity/errors'
import { secretBox } from '../../server/secret-box'
import { beginEpoch, currentEpoch } from '../../server/engine/epoch'
import { epoch as dayBegins } from './device'
import { claimsOf, type Server, type ServerAnswer, type ServerFaults } from './server'
import { birthDate, identifier, patientName } from './server-rows'
import {
  heldAt,
  heldDuring,
  iso,
  patients,
  serverNow,
  users,
  type Effect,
  type Grant,
} from './server-state'
import type { World } from './world'

/**
 * What a backup of the simulation holds: all that requests change. The vault's key and the list of
 * epochs are beside it.
 */
const kept = [
  'sync_mutation',
  'sync_session',
  'device_kek',
  'cvr',
  'change',
  'patient_note',
  'action_log',
  'access_history',
  'client_mutation',
  'org_version',
  'ward_staff',
  'user_organization',
] as const

interface Clock {
  now(): number
}

/** The real resolvers over one PGlite in this process, used by one run after the other. */
export interface RealBackend {
  /** A server with nothing in it but the world's people, its clock the world's. */
  begin(world: World, faults: ServerFaults): Promise<Server>
  close(): Promise<void>
}

const began = iso(dayBegins - 30 * 86_400_000)

const people = (database: Database): Promise<void> =>
  database.asSystem(async (trx: Trx) => {
    for (const id of Object.keys(patients)) {
      await trx
        .insertInto('organization')
        .values({
          id,
          name: id,
          type: 'virtual_ward',
          edition: 'en-GB',
          telephone: null,
          address: null,
          features: JSON.stringify({ wards: true }),
          national_identifier_scheme: 'NhsNumber',
          default_care_pathway_id: null,
          created_at: began,
        })
        .execute()
      await trx
        .insertInto('care_pathway')
        .values({
          id: `pathway-${id}`,
          organization_id: id,
          name: 'Pathway',
          created_at: began,
          updated_at: began,
          revision: 1,
        })
        .execute()
    }
    for (const [id, organizations] of Object.entries(users)) {
      await trx
        .insertInto('user_account')
        .values({
          id,
          email: `${id}@ward.example`,
          first_name: id,
          last_name: 'Nurse',
          is_internal_staff: false,
          is_self_care: false,
          created_at: began,
        })
        .execute()
      for (const organization_id of organizations) {
        await trx
          .insertInto('user_organization')
          .values({
            user_id: id,
            organization_id,
            roles: JSON.stringify(['Clinician']),
            created_at: began,
          })
          .execute()
        await trx
          .insertInto('accepted_terms')
          .values({ organization_id, user_id: id, terms_version: '1', accepted_at: began })
          .onConflict((on) => on.doNothing())
          .execute()
      }
    }
    for (const [organization_id, ids] of Object.entries(patients)) {
      for (const id of ids) {
        // A ward for each: who may open whom is then a matter of being on its staff.
        await trx
          .insertInto('ward')
          .values({
            id: `ward-${id}`,
            organization_id,
            name: `Ward ${id}`,
            created_at: began,
            updated_at: began,
            revision: 1,
          })
          .execute()
        const { firstName, lastName } = patientName(id)
        await trx
          .insertInto('patient')
          .values({
            id,
            organization_id,
            first_name: firstName,
            last_name: lastName,
            gender: 'female',
            birth_date: birthDate,
            national_identifier_type: 'NhsNumber',
            national_identifier_value: identifier(id),
            pre_existing_conditions: '[]',
            created_at: began,
            revision: await nextRevision(trx, organization_id),
          })
          .execute()
        await trx
          .insertInto('patient_organization')
          .values({ patient_id: id, organization_id, linked_at: began })
          .execute()
        await trx
          .insertInto('ward_admission')
          .values({
            id: `admission-${id}`,
            patient_id: id,
            organization_id,
            ward_id: `ward-${id}`,
            care_pathway_id: `pathway-${organization_id}`,
            admitted_at: began,
            created_at: began,
            expected_discharge_date: null,
            revision: await nextRevision(trx, organization_id),
          })
          .execute()
        for (const [user_id, organizations] of Object.entries(users)) {
          if (organizations.includes(organization_id))
            await trx
              .insertInto('ward_staff')
              .values({ ward_id: `ward-${id}`, user_id, organization_id, assigned_at: began })
              .execute()
        }
      }
    }
  })

/** Triggers rest while tables are put back as they were. */
const putBack = (database: Database, from: string): Promise<void> =>
  database.asSystem(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    for (const table of kept) {
      await sql`delete from ${sql.table(table)}`.execute(trx)
      await sql`insert into ${sql.table(table)} overriding system value select * from ${sql.table(`${from}.${table}`)}`.execute(
        trx,
      )
    }
  })
const putAway = (database: Database, to: string): Promise<void> =>
  database.asSystem(async (trx) => {
    await sql`drop schema if exists ${sql.id(to)} cascade`.execute(trx)
    await sql`create schema ${sql.id(to)}`.execute(trx)
    for (const table of kept)
      await sql`create table ${sql.table(`${to}.${table}`)} as select * from ${sql.table(`public.${table}`)}`.execute(
        trx,
      )
  })

export const openBackend = async (): Promise<RealBackend> => {
  const database = await openDatabase({ inMemory: true })
  await people(database)
  await putAway(database, 'morning')
  const current: { clock: Clock; refused: (token: string) => boolean } = {
    clock: { now: () => dayBegins },
    refused: () => true,
  }
  const clock: Clock = { now: () => current.clock.now() }
  const app = await createApp({
    database,
    clock,
    log: createLog('silent'),
    secrets: secretBox(new Uint8Array(32)),
    verify: (token) =>
      current.refused(token)
        ? Promise.reject(new IdentityError('TOKEN_EXPIRED'))
        : Promise.resolve({
            uid: claimsOf(token).sub,
            email: null,
            authTime: Math.floor(dayBegins / 1000),
            claims: {},
          }),
    settings: {
      basePath: '/Prod',
      publicDir: '/nonexistent',
      gitHash: 'simulated',
      firebase: false,
      signInsPerMinute: 1_000_000,
      perMinute: { operations: 1_000_000_000, rows: 1_000_000_000 },
      idlePerMinute: { group: 1_000_000, address: 1_000_000 },
    },
  })

  const begin = async (world: World, faults: ServerFaults): Promise<Server> => {
    await putBack(database, 'morning')
    await beginEpoch(database, clock, await currentEpoch(database, clock))
    const stale = new Set<string>()
    let effects: readonly Effect[] = []
    const broughtBack = new Map<string, number>()
    let applied: readonly string[] = []
    let isWhole = true
    let downUntil = 0
    let backups = 0
    let life = await currentEpoch(database, clock)
    let opens = new Map<string, readonly Grant[]>()
    let writes = new Map<string, readonly Grant[]>()
    const grants: { opens: typeof opens; writes: typeof writes }[] = []
    const now = (): number => serverNow(world)
    current.clock = { now }
    current.refused = (token) => {
      const { sub, serial, generation } = claimsOf(token)
      return (
        users[sub] === undefined ||
        server.disabled.has(sub) ||
        server.ended.has(`${sub}.${serial}`) ||
        stale.has(`${sub}.${serial}.${generation}`)
      )
    }

    /** What the database holds by now. */
    const look = async (): Promise<void> => {
      const rows = await database.kysely
        .selectFrom('patient_note')
        .selectAll()
        .orderBy('created_at')
        .orderBy('revision')
        .execute()
      const known = new Set(effects.map(({ id }) => id))
      effects = rows.map((row) => ({
        kind: 'note' as const,
        id: row.id,
        text: row.text,
        author: row.created_by,
        organization: row.organization_id,
        patient: row.patient_id,
        capturedAt: Date.parse(row.captured_at),
        createdAt: Date.parse(row.created_at),
        revision: row.revision,
      }))
      for (const effect of effects)
        if (!known.has(effect.id)) {
          world.note(`server keeps ${effect.text}`)
          server.onEffect(effect)
        }
      if (effects.length === known.size) return
      const log = await database.kysely
        .selectFrom('action_log')
        .select('entity_id')
        .where('action', '=', 'addPatientNote')
        .execute()
      applied = log.map(({ entity_id }) => entity_id ?? '')
      for (const id of Object.keys(patients))
        isWhole &&= (await database.asSystem((trx) => firstBrokenAction(trx, id))) === null
    }
    /** The database's own clock is not the world's: what a trigger wrote with it is set right. */
    const history = (): Promise<unknown> =>
      database.kysely
        .updateTable('access_history')
        .set({ until: iso(now()) })
        .where('until', '>', iso(dayBegins + 30 * 86_400_000))
        .execute()
    const crash = (): null => {
      downUntil = world.now() + world.random.between(200, 8_000)
      world.note('server crashes')
      return null
    }
    const json = (status: number, value: unknown): ServerAnswer => ({
      status,
      text: JSON.stringify(value),
      headers: { date: new Date(now()).toUTCString() },
    })
    const ask = async ({
      path,
      token,
      organization,
      body,
    }: Parameters<Server['handle']>[0]): Promise<ServerAnswer | null> => {
      if (world.random.chance(faults.crashBefore)) return crash()
      const answer = await app.request(`/Prod${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(organization === null ? {} : { 'x-acting-organization-id': organization }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      if (text.includes('syncPush') || path === '/sync/deliver') await look()
      if (world.random.chance(faults.crashAfter)) return crash()
      if (world.random.chance(faults.failAfter))
        return { status: 502, text: '<html>Bad gateway</html>' }
      return { status: answer.status, text, headers: { date: new Date(now()).toUTCString() } }
    }
    const grant = (all: Map<string, readonly Grant[]>, name: string, is: boolean): void =>
      void all.set(name, [...(all.get(name) ?? []), { at: now(), is }])

    const server: Server = {
      hasSince: ({ id, createdAt }) => Math.max(createdAt, broughtBack.get(id) ?? 0),
      effects: () => effects,
      actions: () => ({ applied, isWhole }),
      epoch: () => life,
      faults,
      ended: new Set(),
      disabled: new Set(),
      mayOpen: (user, patient) => heldAt(opens.get(`${user} ${patient}`), now()),
      mayWrite: (user) => heldAt(writes.get(user), now()),
      mightWrite: (user, patient, from, to) => {
        const both = [
          heldDuring(opens.get(`${user} ${patient}`), from, to),
          heldDuring(writes.get(user), from, to),
        ]
        return both.includes(false) ? false : both.includes(null) ? null : true
      },
      setOpens: (user, patient, may) => {
        grant(opens, `${user} ${patient}`, may)
        world.hold(
          (async () => {
            if (!may)
              await database.kysely
                .deleteFrom('ward_staff')
                .where('user_id', '=', user)
                .where('ward_id', '=', `ward-${patient}`)
                .execute()
            await history()
          })(),
        )
      },
      setWrites: (user, may) => {
        grant(writes, user, may)
        world.hold(
          (async () => {
            await database.kysely
              .updateTable('user_organization')
              .set({ roles: JSON.stringify([may ? 'Clinician' : 'Read Only']) })
              .where('user_id', '=', user)
              .execute()
            await history()
          })(),
        )
      },
      onEffect: () => undefined,
      onRestore: () => undefined,
      isDown: () => world.now() < downUntil,
      restart: () => {
        downUntil = 0
      },
      upgrade: () => undefined,
      backup: () => {
        backups += 1
        grants[backups] = { opens: new Map(opens), writes: new Map(writes) }
        world.note('server is backed up')
        world.hold(putAway(database, `backup${backups}`))
      },
      restore: () => {
        if (backups === 0) return
        const from = world.random.chance(0.7) ? backups : 1
        const then = grants[from]
        if (then === undefined) return
        opens = new Map(then.opens)
        writes = new Map(then.writes)
        downUntil = world.now() + world.random.between(200, 5_000)
        world.hold(
          (async () => {
            await putBack(database, `backup${from}`)
            life = await beginEpoch(database, clock, await currentEpoch(database, clock))
            const before = new Set(effects.map(({ id }) => id))
            effects = []
            const { onEffect } = server
            server.onEffect = () => undefined
            await look()
            server.onEffect = onEffect
            for (const { id } of effects) if (!before.has(id)) broughtBack.set(id, now())
            world.note(`server is restored to ${effects.length} notes`)
            server.onRestore()
          })(),
        )
      },
      notesOf: (organization, patient) =>
        effects.filter(
          (effect) => effect.organization === organization && effect.patient === patient,
        ),
      handle: (request) => {
        if (server.isDown()) return world.random.chance(0.5) ? null : json(503, { message: 'Away' })
        if (request.path === '/maintenance') return json(200, {})
        const { sub, serial, generation } = claimsOf(request.token)
        if (world.random.chance(faults.failBefore))
          return world.random.chance(0.5)
            ? json(world.random.pick([500, 502, 503, 504]), { message: 'Broken' })
            : { status: 502, text: '<html>' }
        if (world.random.chance(faults.tooMany))
          return json(429, {
            errors: [{ message: 'Too many requests', extensions: { code: 'TOO_MANY' } }],
          })
        if (world.random.chance(faults.stale)) stale.add(`${sub}.${serial}.${generation}`)
        return ask(request)
      },
    }
    return server
  }
  return { begin, close: () => database.close() }
}
