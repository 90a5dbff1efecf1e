import { sql, type RawBuilder } from 'kysely'

/** Whether a user's account was ended or disabled: nobody signs in with it. */
export const hasNoAccount = (userId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(not exists (select 1 from user_account u where u.id = ${userId} and u.deleted_at is null)
    or exists (select 1 from identity_account i where i.uid = ${userId} and i.is_disabled))`
