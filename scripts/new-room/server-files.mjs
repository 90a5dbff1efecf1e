/** The contract, the table and the area of a room. */
export const serverFiles = ({
  kebab,
  pascal,
  pascals,
  camel,
  camels,
  table,
  one,
  several,
  migration,
}) => ({
  [`schema/${kebab}.graphql`]: `extend type Query {
  "The ${several} of the acting organisation, newest first; 50 at most."
  ${camels}: [${pascal}!]!
}

extend type Mutation {
  "Adds a ${one} (create_users). name: 1 to 100 characters."
  add${pascal}(name: String!): ${pascal}!
}

type ${pascal} {
  id: ID!
  name: String!
  createdAt: DateTime!
  createdBy: Person!
}
`,
  [`server/db/migrations/${migration}.sql`]: `-- The table of ${several}: each organisation sees and adds its own.
create table ${table} (
  id text primary key,
  organization_id text not null references organization,
  name text not null check (char_length(name) between 1 and 100),
  created_at timestamptz not null,
  created_by text not null references user_account
);
create index ${table}_newest on ${table} (organization_id, created_at desc);
create trigger ${table}_pokes after insert or update or delete on ${table} for each row execute function poke_of_list();

alter table ${table} enable row level security;
alter table ${table} force row level security;
create policy owner_all on ${table} to current_user using (true) with check (true);
create policy tenant_sees on ${table} for select to lamplight_app
  using (organization_id = current_setting('app.organization', true));
create policy tenant_inserts on ${table} for insert to lamplight_app
  with check (organization_id = current_setting('app.organization', true));
grant select, insert on ${table} to lamplight_app;
`,
  [`server/areas/${kebab}/repository.ts`]: `import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { ${pascal}, Person } from '../../../schema/generated/resolvers'
import { isoNow } from '../../clock'
import type { Scope } from '../../graphql/scope'

const listed = 50

const columns = [
  'id',
  'name',
  'created_at',
  sql<Person>\`app_person(${table}.created_by)\`.as('author'),
] as const

const ${camel}Of = (row: {
  id: string
  name: string
  created_at: string
  author: Person
}): ${pascal} => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at,
  createdBy: row.author,
})

/** The ${several} of the acting organisation, newest first. */
export const list${pascals} = async ({ trx, acting }: Scope): Promise<${pascal}[]> =>
  (
    await trx
      .selectFrom('${table}')
      .select(columns)
      .where('organization_id', '=', acting.organizationId)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(listed)
      .execute()
  ).map(${camel}Of)

/** A ${one} of the acting organisation; undefined where it has none of that id. */
export const find${pascal} = async (
  { trx, acting }: Scope,
  id: string,
): Promise<${pascal} | undefined> => {
  const row = await trx
    .selectFrom('${table}')
    .select(columns)
    .where('id', '=', id)
    .where('organization_id', '=', acting.organizationId)
    .executeTakeFirst()
  return row && ${camel}Of(row)
}

/** Stores a new ${one}. */
export const insert${pascal} = async (
  { trx, acting, clock }: Scope,
  name: string,
): Promise<${pascal}> =>
  ${camel}Of(
    await trx
      .insertInto('${table}')
      .values({
        id: randomUUID(),
        organization_id: acting.organizationId,
        name,
        created_at: isoNow(clock),
        created_by: acting.userId,
      })
      .returning(columns)
      .executeTakeFirstOrThrow(),
  )
`,
  [`server/areas/${kebab}/resolvers.ts`]: `import type { Mutation${`Add${pascal}`}Args, ${pascal} } from '../../../schema/generated/resolvers'
import { ${camel}NameSchema } from '../../../src/domain/${kebab}/${kebab}'
import { isoNow } from '../../clock'
import { appendAction } from '../../db/action-log'
import { badInput, notFound } from '../../graphql/errors'
import type { Kept } from '../../graphql/idempotency'
import type { Scope } from '../../graphql/scope'
import { find${pascal}, insert${pascal}, list${pascals} } from './repository'

/** Query fields of schema/${kebab}.graphql. */
export const ${camel}Queries = {
  ${camels}: (scope: Scope): Promise<${pascal}[]> => list${pascals}(scope),
}

/** Mutation fields of schema/${kebab}.graphql. */
export const ${camel}Mutations = {
  async add${pascal}(scope: Scope, args: Mutation${`Add${pascal}`}Args): Promise<${pascal}> {
    const name = ${camel}NameSchema.safeParse(args.name)
    if (!name.success)
      throw badInput(name.error.issues.map(({ message }) => ({ path: 'name', message })))
    const added = await insert${pascal}(scope, name.data)
    await appendAction(scope.trx, {
      organizationId: scope.acting.organizationId,
      at: isoNow(scope.clock),
      actorId: scope.acting.userId,
      loggedInAs: scope.loggedInAs,
      action: 'add${pascal}',
      entityType: '${camel}',
      entityId: added.id,
    })
    return added
  },
}

/** What a repeat of a mutation is answered with. */
export const ${camel}Rereads = {
  async add${pascal}(scope: Scope, _args: object, { id }: Kept): Promise<${pascal}> {
    const found = id === null ? undefined : await find${pascal}(scope, id)
    if (found === undefined) throw notFound()
    return found
  },
}
`,
  [`src/domain/${kebab}/${kebab}.ts`]: `import { z } from 'zod'

/** The name of a ${one}, as the form and the server read it. */
export const ${camel}NameSchema = z.string().trim().min(1, 'Enter a name').max(100)
`,
  [`src/data/${kebab}/operations.graphql`]: `fragment ${pascal}Fields on ${pascal} {
  id
  name
  createdAt
  createdBy {
    firstName
    lastName
  }
}

query Settings${pascals} {
  ${camels} {
    ...${pascal}Fields
  }
}

mutation Add${pascal} {
  add${pascal} {
    ...${pascal}Fields
  }
}
`,
  [`src/data/${kebab}/index.ts`]: `import { z } from 'zod'
import {
  Add${pascal}Document,
  Settings${pascals}Document,
} from '../../../schema/generated/documents/${kebab}'
import { ${camel}NameSchema } from '../../domain/${kebab}/${kebab}'
import { defineCall, defineCommand } from '../../engine/define'

const ${camel}Schema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  createdBy: z.object({ firstName: z.string().nullable(), lastName: z.string().nullable() }),
})
/** A ${one}, as the server answers it. */
export type ${pascal} = z.infer<typeof ${camel}Schema>

/** The ${several} of the acting organisation, newest first. */
export const ${camels} = defineCall({
  name: '${camels}',
  document: Settings${pascals}Document,
  variables: (_input: void) => ({}),
  wire: (answer): readonly ${pascal}[] =>
    z.object({ ${camels}: z.array(${camel}Schema) }).parse(answer).${camels},
})

/** Adds a ${one}. */
export const add${pascal} = defineCommand({
  name: 'add${pascal}',
  document: Add${pascal}Document,
  input: z.object({ name: ${camel}NameSchema }),
  action: '${kebab}.add',
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ add${pascal}: ${camel}Schema }).parse(answer).add${pascal},
  }),
  refreshes: ['${camels}'],
})
`,
})
