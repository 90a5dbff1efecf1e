import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { systemClock } from '../../server/clock'
import { findActing, type Acting } from '../../server/graphql/acting'
import { mayOpen, mayOpenNow, openedOf } from '../../server/graphql/visibility'
import { createLog } from '../../server/http/log'
import { createSight } from '../../server/pokes/sight'
import { onBothEngines } from './engines'
import { buildWorld } from './world'

onBothEngines(buildWorld, (opened) => {
  test('one patient may be opened by, and named in a poke to, exactly those on whose list of patients it is: every user, organisation and patient', async () => {
    const { database } = opened
    const members = await database.kysely
      .selectFrom('user_organization')
      .select(['user_id', 'organization_id'])
      .execute()
    const patients = (
      await database.kysely.selectFrom('patient').select('id').orderBy('id').execute()
    ).map(({ id }) => id)
    await database.asSystem((trx) =>
      sql
        .raw(
          `update patient set deleted_at = now() where id = 'a2'; update ward_admission set discharged_at = now() where patient_id = 'b1'`,
        )
        .execute(trx),
    )
    const opens: string[] = []
    const acts: Acting[] = []
    const listedOf = new Map<string, readonly string[]>()
    const sight = createSight(database)
    for (const { user_id, organization_id } of members) {
      const acting = await findActing(database, user_id, organization_id)
      if ('kind' in acting) throw new Error(`${user_id} does not act`)
      acts.push(acting)
      await database
        .asOrganization(organization_id, async (trx) => {
          const listed = await trx
            .selectFrom('patient as p')
            .select('p.id')
            .where('p.deleted_at', 'is', null)
            .where(mayOpen(acting, sql.ref('p.id')))
            .orderBy('p.id')
            .execute()
          const scope = {
            trx,
            acting,
            clock: systemClock,
            settings: { chatWidgetSecret: null, asksDatabase: false, staffNeedSecondFactor: false },
            log: createLog('silent'),
            loggedInAs: null,
            idempotencyKey: null,
            token: { uid: user_id, email: null, authTime: 0, claims: {} },
          }
          const one: string[] = []
          for (const id of patients) if (await mayOpenNow(scope, id)) one.push(id)
          expect([user_id, organization_id, one]).toEqual([
            user_id,
            organization_id,
            listed.map(({ id }) => id),
          ])
          opens.push(...one)
          listedOf.set(`${user_id} ${organization_id}`, one)
          return one
        })
        .then(async (one) =>
          expect([user_id, organization_id, await sight.of(acting, patients)]).toEqual([
            user_id,
            organization_id,
            one,
          ]),
        )
    }
    // The same with one question: of all patients by each, and of a user by all their memberships.
    const openedBy = async (of: readonly Acting[]) =>
      (
        await sql<{ patient_id: string }>`select distinct s.patient_id from (${openedOf(
          of,
          sql`select distinct r.user_id, p.id as patient_id from patient p cross join unnest(${of.map(({ userId }) => userId)}::text[]) r (user_id) where p.deleted_at is null`,
        )}) s order by s.patient_id`.execute(database.kysely)
      ).rows.map(({ patient_id: id }) => id)
    for (const acting of acts)
      expect([acting.userId, acting.organizationId, await openedBy([acting])]).toEqual([
        acting.userId,
        acting.organizationId,
        listedOf.get(`${acting.userId} ${acting.organizationId}`),
      ])
    for (const id of new Set(acts.map(({ userId }) => userId))) {
      const all = acts.filter(({ userId }) => userId === id)
      const lists = all.flatMap(
        ({ organizationId }) => listedOf.get(`${id} ${organizationId}`) ?? [],
      )
      expect([id, await openedBy(all)]).toEqual([id, [...new Set(lists)].toSorted()])
    }
    // The world has cases of every kind: on a ward, discharged, of an organisation without wards,
    // shared.
    expect([...new Set(opens)].toSorted()).toEqual(['a1', 'b1', 'h1', 'h2', 'n1', 'p1'])
  })
})
