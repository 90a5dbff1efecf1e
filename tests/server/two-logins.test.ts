import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tellOwner } from '../../server/configured-database'
import { readConfig } from '../../server/config'
import { appendAction } from '../../server/db/action-log'
import { openDatabase } from '../../server/db/database'
import type { Database } from '../../server/db/database'
import { DatabaseRoleError } from '../../server/db/database-role'
import { RefusedStart } from '../../server/db/refused-start'
import { auditTables } from '../../server/db/system-role'
import { openMemory } from './memory'
import { hasPostgres, startPostgres } from './postgres'
import type { TestPostgres, TwoLogins } from './postgres'
import { at, buildWorld } from './world'

const openAndClose = async (options: Parameters<typeof openDatabase>[0]): Promise<void> =>
  (await openDatabase(options)).close()

describe.skipIf(!hasPostgres)('a server whose login owns nothing', () => {
  let postgres: TestPostgres
  let logins: TwoLogins
  let database: Database
  /** The server's login without the roles that its connections begin under. */
  let login: Client
  beforeAll(async () => {
    postgres = startPostgres()
    logins = postgres.newDatabase()
    database = await openDatabase(logins)
    await buildWorld(database)
    await database.asSystem((trx) =>
      appendAction(trx, { organizationId: 'w', at: at(1), actorId: 'nurse', action: 'one' }),
    )
    login = new Client({ connectionString: logins.url })
    await login.connect()
  })
  afterAll(async () => {
    await login.end()
    await database.close()
    postgres.stop()
  })

  const rowsOf = async <Row>(statement: string): Promise<readonly Row[]> =>
    (await sql.raw<Row>(statement).execute(database.kysely)).rows

  test('everything that there is belongs to the owner, and to nobody else', async () => {
    expect(database.ownsTables).toBe(false)
    const owners = await rowsOf<{ kind: string; owner: string }>(`
      select 'relation' as kind, pg_get_userbyid(relowner)::text as owner from pg_class where relnamespace = 'public'::regnamespace
      union select 'function', pg_get_userbyid(proowner)::text from pg_proc where pronamespace = 'public'::regnamespace
      union select 'type', pg_get_userbyid(typowner)::text from pg_type where typnamespace = 'public'::regnamespace`)
    expect(owners.map(({ kind, owner }) => `${kind} ${owner}`).toSorted()).toEqual([
      'function lamplight_owner',
      'relation lamplight_owner',
      'type lamplight_owner',
    ])
  })

  test('on every table there is, the system role may do what is listed here and no more', async () => {
    const tables = await rowsOf<{
      name: string
      kind: string
      may: string
      seesAll: boolean
    }>(`
      select c.relname as name, c.relkind::text as kind,
        coalesce((select string_agg(a.privilege_type || case when a.is_grantable then ' and grant' else '' end, ' ' order by a.privilege_type)
          from aclexplode(c.relacl) a where a.grantee = 'lamplight_system'::regrole), '') as may,
        not c.relrowsecurity or exists (select from pg_policy p where p.polrelid = c.oid and p.polroles = array['lamplight_system'::regrole::oid]
          and p.polcmd = '*' and pg_get_expr(p.polqual, p.polrelid) = 'true' and pg_get_expr(p.polwithcheck, p.polrelid) = 'true') as "seesAll"
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')`)
    expect(tables.length).toBeGreaterThan(80)
    const allowed = (name: string, kind: string): string =>
      kind === 'v' || name.startsWith('kysely_migration')
        ? 'SELECT'
        : ['action_log', 'record_read', 'emergency_access'].includes(name)
          ? 'INSERT SELECT'
          : 'DELETE INSERT SELECT UPDATE'
    expect(
      tables
        .filter(({ name, kind, may, seesAll }) => may !== allowed(name, kind) || !seesAll)
        .map(({ name, may }) => `${name}: ${may}`),
    ).toEqual([])
    expect(
      await rowsOf(`select a.attrelid::regclass::text, a.attname from pg_attribute a, aclexplode(a.attacl) e
        where e.grantee in ('lamplight_system'::regrole, 'lamplight_server'::regrole)`),
    ).toEqual([])
  })

  test('neither the login nor a role of its own may become the owner, or see past row security', async () => {
    expect(
      await rowsOf(`select rolname::text as name, rolsuper or rolcreaterole or rolcreatedb or rolbypassrls or rolreplication as dangerous,
        rolcanlogin as login, pg_has_role(oid, 'lamplight_owner', 'MEMBER') as owner from pg_roles
        where rolname in ('lamplight_app', 'lamplight_system', 'lamplight_server') order by 1`),
    ).toEqual([
      { name: 'lamplight_app', dangerous: false, login: false, owner: false },
      { name: 'lamplight_server', dangerous: false, login: true, owner: false },
      { name: 'lamplight_system', dangerous: false, login: false, owner: false },
    ])
  })

  describe.each(['lamplight_system', 'none', 'lamplight_app'])('under the role %s', (role) => {
    const refused = async (statement: string): Promise<void> => {
      await login.query('begin')
      try {
        await login.query(`set local role ${role}`)
        await login.query(`select set_config('app.organization', 'w', true)`)
        await expect(login.query(statement), statement).rejects.toThrow(
          /permission denied|must be owner|must have admin option/,
        )
      } finally {
        await login.query('rollback')
      }
    }
    test.each(auditTables)('no row of %s is changed or removed by any way', async (table) => {
      const keeps = `${table}_keeps`
      for (const statement of [
        `alter table ${table} disable trigger ${keeps}`,
        `alter table ${table} disable trigger all`,
        `drop trigger ${keeps} on ${table}`,
        `create trigger mine before insert on ${table} for each row execute function suppress_redundant_updates_trigger()`,
        `create or replace function ${table}_is_append_only() returns trigger language plpgsql as $$ begin return null; end $$`,
        `create rule mine as on insert to ${table} do instead nothing`,
        `alter table ${table} rename to another`,
        `alter table ${table} no force row level security`,
        `alter table ${table} owner to lamplight_server`,
        `alter policy owner_all on ${table} to lamplight_system`,
        `update ${table} set organization_id = organization_id`,
        `delete from ${table}`,
        `truncate ${table}`,
        `drop table ${table}`,
        `lock table ${table} in access exclusive mode`,
      ])
        await refused(statement)
    })

    test('the login becomes neither the owner nor one who could', async () => {
      for (const statement of [
        'set role lamplight_owner',
        'set session authorization lamplight_owner',
        'grant lamplight_owner to lamplight_server',
        'alter role lamplight_server createrole',
        'create role another',
        'create table mine (one integer)',
        'create function mine() returns integer language sql as $$ select 1 $$',
        'create schema lamplight_owner',
        `set session_replication_role = replica`,
        `insert into kysely_migration (name, timestamp) values ('9999-later', '')`,
        'reassign owned by lamplight_owner to lamplight_server',
      ])
        await refused(statement)
    })
  })

  test('a temporary table of a name that a function of the owner uses is not taken for the table', async () => {
    await login.query(`
      create temporary table seen (who text);
      grant all on pg_temp.seen to public;
      create temporary table org_version (organization_id text primary key, version bigint not null);
      grant all on pg_temp.org_version to public;
      create function pg_temp.spring() returns trigger language plpgsql as $$ begin insert into pg_temp.seen values (current_user); return new; end $$;
      create trigger springs before insert on pg_temp.org_version for each row execute function pg_temp.spring()`)
    await login.query(`select app_next_revision('w')`)
    expect((await login.query('select * from pg_temp.seen')).rows).toEqual([])
    await login.query('drop table pg_temp.seen, pg_temp.org_version cascade')
    expect(
      await rowsOf(`select proname::text from pg_proc where pronamespace = 'public'::regnamespace and prosecdef
        and not coalesce(proconfig, '{}') @> '{"search_path=public, pg_temp"}'`),
    ).toEqual([])
  })

  test('a table of a later version is the server’s to work with as soon as the owner migrates', async () => {
    const owner = await openDatabase({ url: logins.ownerUrl })
    await sql
      .raw(
        'create table later (id text primary key); alter table later enable row level security; alter table later force row level security; create policy owner_all on later to current_user using (true) with check (true)',
      )
      .execute(owner.kysely)
    await expect(sql`select * from later`.execute(database.kysely)).rejects.toThrow(
      'permission denied',
    )
    await openAndClose(logins)
    await sql`insert into later (id) values ('x')`.execute(database.kysely)
    expect(await rowsOf('select * from later')).toEqual([{ id: 'x' }])
    await sql`drop table later`.execute(owner.kysely)
    await owner.close()
  })

  test('it hears what is said, and starts by its own address alone where the schema is up to date', async () => {
    const again = await openDatabase({ url: logins.url })
    const heard: string[] = []
    const said = new Promise<void>((resolve) => {
      const stop = again.listen('pokes', {
        heard: (payload) => {
          heard.push(payload)
          resolve()
          void stop()
        },
        listening: (is) => {
          if (is) void sql`select pg_notify('pokes', 'hello')`.execute(database.kysely)
        },
      })
    })
    await said
    expect(heard).toEqual(['hello'])
    expect(again.ownsTables).toBe(false)
    await again.close()
  })
})

describe.skipIf(!hasPostgres)('which logins a server starts with', () => {
  const postgres = hasPostgres ? startPostgres() : null
  afterAll(() => postgres?.stop())
  const newLogins = (): TwoLogins => {
    if (postgres === null) throw new Error('There is no PostgreSQL')
    return postgres.newDatabase()
  }
  /** A login of this test's own, by the address of another one. */
  const newLogin = (
    url: string,
    attributes: string,
  ): { readonly url: string; readonly name: string } => {
    const name = `login_${randomUUID().replaceAll('-', '')}`
    postgres?.administer(url, `create role ${name} login ${attributes}`)
    return { name, url: url.replace(/\/\/\w+@/, `//${name}@`) }
  }

  test('one alone owns the tables and is warned; with a second one it becomes the owner, and every row is there', async () => {
    const { url, ownerUrl } = newLogins()
    const one = await openDatabase({ url: ownerUrl })
    await buildWorld(one)
    const warned: object[] = []
    const log = { warn: (fields: object) => void warned.push(fields) }
    tellOwner(one, { demonstration: true }, log)
    expect(warned).toEqual([])
    tellOwner(one, { demonstration: false }, log)
    expect(warned).toEqual([{ event: 'database-login-owns-tables' }])
    await one.close()
    const two = await openDatabase({ url, ownerUrl })
    tellOwner(two, { demonstration: false }, log)
    expect(warned).toHaveLength(1)
    expect(await two.kysely.selectFrom('patient').select('id').execute()).toHaveLength(7)
    await two.close()
  })

  test('tables of a former login are handed over by one statement, and every row is seen', async () => {
    const { url } = newLogins()
    const former = newLogin(url, 'createrole')
    const next = newLogin(url, 'createrole')
    postgres?.administer(
      url,
      `alter database ${new URL(url.replace('@/', '@x/')).pathname.slice(1)} owner to ${former.name}`,
    )
    const before = await openDatabase({ url: former.url })
    await buildWorld(before)
    await before.close()
    const handing = openDatabase({ url, ownerUrl: next.url })
    await expect(handing).rejects.toThrow(RefusedStart)
    await expect(handing).rejects.toThrow(`reassign owned by "${former.name}" to "${next.name}";`)
    postgres?.administer(url, `reassign owned by "${former.name}" to "${next.name}"`)
    const after = await openDatabase({ url, ownerUrl: next.url })
    expect(await after.kysely.selectFrom('patient').select('id').execute()).toHaveLength(7)
    await after.close()
    postgres?.administer(url, `alter role ${former.name} nocreaterole`)
    const again = await openDatabase({ url: former.url, ownerUrl: next.url })
    await expect(sql`delete from action_log`.execute(again.kysely)).rejects.toThrow(
      'permission denied',
    )
    await again.close()
    const served = await openDatabase({ url: next.url })
    expect(await served.kysely.selectFrom('patient').select('id').execute()).toHaveLength(7)
    await served.close()
  })

  test('a login that owns the tables, or could make itself their owner, is refused as the server’s', async () => {
    const { url, ownerUrl } = newLogins()
    await openAndClose({ url, ownerUrl })
    await expect(openDatabase({ url: ownerUrl, ownerUrl })).rejects.toThrow(
      'DATABASE_OWNER_URL is set, and the tables belong to the login in DATABASE_URL all the same',
    )
    const member = newLogin(url, 'in role lamplight_owner')
    await expect(openDatabase({ url: member.url, ownerUrl })).rejects.toThrow(
      `revoke "lamplight_owner" from "${member.name}";`,
    )
    const maker = newLogin(url, 'createrole')
    for (const options of [{ url: maker.url, ownerUrl }, { url: maker.url }])
      await expect(openDatabase(options)).rejects.toThrow('could make itself the owner')
  })

  test('a login that is given nothing is told what an administrator does, and starts then', async () => {
    const { url, ownerUrl } = newLogins()
    await openAndClose({ url, ownerUrl })
    const given = newLogin(url, '')
    const refused = openDatabase({ url: given.url })
    await expect(refused).rejects.toThrow(DatabaseRoleError)
    await expect(refused).rejects.toThrow(`grant lamplight_system to "${given.name}";`)
    postgres?.administer(url, `grant lamplight_app, lamplight_system to ${given.name}`)
    await openAndClose({ url: given.url })
  })

  test('an empty database, and one of an earlier version, need the owner', async () => {
    const { url, ownerUrl } = newLogins()
    await expect(openDatabase({ url })).rejects.toThrow('Name the login that owns the database')
    await openAndClose({ url, ownerUrl })
    postgres?.administer(url, `delete from kysely_migration where name = '0000-baseline'`)
    await expect(openDatabase({ url })).rejects.toThrow(
      /Run npm run migrate with DATABASE_OWNER_URL[^]*0000-baseline/,
    )
  })
})

test('the embedded database is the process’s own, and nobody is warned of it', async () => {
  const database = await openMemory()
  expect(database.ownsTables).toBe(true)
  tellOwner(database, { demonstration: false }, { warn: () => expect.unreachable() })
  await database.close()
})

test('an owner without a server’s login is a mistake', () => {
  expect(() => readConfig({ DATABASE_OWNER_URL: 'postgres://owner@x/y' })).toThrow(
    'DATABASE_OWNER_URL: Needs DATABASE_URL',
  )
  expect(
    readConfig({ DATABASE_URL: 'postgres://a@x/y', DATABASE_OWNER_URL: 'postgres://b@x/y' }),
  ).toMatchObject({ databaseOwnerUrl: 'postgres://b@x/y' })
})
