import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStatements } from '../../server/db/pglite-statements'

let pglite: PGlite
let statements: ReturnType<typeof createStatements>
beforeAll(async () => {
  pglite = await PGlite.create()
  await pglite.exec(
    'create table thing (id text primary key, n integer, at timestamptz, kept jsonb, bytes bytea, names text[])',
  )
  statements = createStatements(pglite)
})
afterAll(() => pglite.close())

const insert =
  'insert into thing (id, n, at, kept, bytes, names) values ($1, $2, $3, $4, $5, $6) returning n'
const prepared = async (): Promise<number> =>
  (await pglite.query<{ n: number }>('select count(*)::int as n from pg_prepared_statements'))
    .rows[0]?.n ?? 0

test('answers what PGlite answers, for every kind of value, the first time and again', async () => {
  const values = [
    'a',
    1,
    '2026-03-02T11:00:00.000Z',
    '{"x": [1, null]}',
    Buffer.from([0, 255]),
    ['é', null],
  ]
  expect(await statements.run(insert, values)).toMatchObject({ rows: [{ n: 1 }], affectedRows: 1 })
  expect(await statements.run(insert, ['b', null, null, null, null, null])).toMatchObject({
    rows: [{ n: null }],
    affectedRows: 1,
  })
  const text = 'select id, n, at, kept, bytes, names from thing where id = $1'
  for (const id of ['a', 'b', 'a', 'none'])
    expect((await statements.run(text, [id])).rows).toEqual((await pglite.query(text, [id])).rows)
  expect(await statements.run('update thing set n = 2 where id = $1', ['none'])).toMatchObject({
    rows: [],
    affectedRows: 0,
  })
})

test('a statement that fails leaves the connection usable, prepared or not, within a transaction and without one', async () => {
  for (const again of [1, 2]) {
    await expect(
      statements.run('insert into thing (id) values ($1)', ['a']),
      String(again),
    ).rejects.toMatchObject({ code: '23505' })
    await expect(statements.run('select $1::int from nothing', [1])).rejects.toMatchObject({
      code: '42P01',
    })
    expect((await statements.run('select $1::int as n', [again])).rows).toEqual([{ n: again }])
  }
  await pglite.exec('begin')
  await expect(statements.run('insert into thing (id) values ($1)', ['a'])).rejects.toMatchObject({
    code: '23505',
  })
  await expect(statements.run('select $1::int as m', [1])).rejects.toMatchObject({ code: '25P02' })
  await pglite.exec('rollback')
  expect((await statements.run('select $1::int as m', [1])).rows).toEqual([{ m: 1 }])
})

test('the same text answers to the rows and the role of the moment', async () => {
  await pglite.exec(`create role looker; grant select on thing to looker; alter table thing enable row level security;
    create policy own on thing for select to looker using (id = current_setting('app.asked', true))`)
  const count = async (): Promise<unknown> =>
    (await statements.run('select count(*)::int as n from thing where id <> $1', ['none'])).rows
  for (let times = 0; times < 7; times += 1) {
    expect(await count()).toEqual([{ n: 2 }])
    await pglite.exec(`begin; set local role looker; set local app.asked = 'a'`)
    expect(await count()).toEqual([{ n: 1 }])
    await pglite.exec('rollback')
  }
})

test('keeps 200 statements at most, and what made room is prepared again', async () => {
  for (let at = 0; at < 300; at += 1)
    expect((await statements.run(`select $1::int + ${at} as n`, [1])).rows).toEqual([{ n: at + 1 }])
  expect(await prepared()).toBeLessThanOrEqual(200)
  expect((await statements.run('select $1::int + 0 as n', [1])).rows).toEqual([{ n: 1 }])
})

test('plans anew now and then: nothing else would, where no statistics are gathered', async () => {
  const names = async (): Promise<readonly unknown[]> =>
    (
      await pglite.query(
        `select name from pg_prepared_statements where statement = 'select $1::int as often'`,
      )
    ).rows
  await statements.run('select $1::int as often', [0])
  const first = await names()
  for (let at = 0; at < 1_000; at += 1) await statements.run('select $1::int as often', [at])
  expect(await names()).toHaveLength(1)
  expect(await names()).not.toEqual(first)
})
