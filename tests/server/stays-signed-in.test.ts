import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { staysSignedIn } from '../../server/graphql/stays-signed-in'
import { onPglite } from './engines'
import { buildWorld } from './world'

onPglite(buildWorld, (opened) => {
  test('a session is prolonged only where every organisation of its user has no automatic logout, and the user belongs to one', async () => {
    const set = (organization: string, features: string) =>
      opened.database.asSystem((trx) =>
        sql
          .raw(
            `update organization set features = features || '${features}' where id = '${organization}'`,
          )
          .execute(trx),
      )
    const stays = () =>
      Promise.all(
        ['nurse', 'multi', 'carer', 'nobody'].map((id) => staysSignedIn(opened.database, id)),
      )
    await set('w', '{"automaticLogoutAlert": true}')
    await set('h', '{"automaticLogoutAlert": true}')
    expect(await stays()).toEqual([false, false, false, false])
    await set('w', '{"automaticLogoutAlert": false}')
    expect(await stays()).toEqual([true, false, false, false])
    await set('h', '{"automaticLogoutAlert": false}')
    expect(await stays()).toEqual([true, true, true, false])
    await opened.database.asSystem((trx) =>
      sql
        .raw(`update user_organization set deleted_at = now() where user_id = 'carer'`)
        .execute(trx),
    )
    expect(await stays()).toEqual([true, true, false, false])
  })
})
