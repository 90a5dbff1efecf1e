/**
 * Where a room is entered in the lists of others: each `insert` comes before the first place that
 * reads `before`.
 */
export const editsOf = ({ kebab, kebabs, pascal, camel, camels, table, labels }) => [
  {
    path: 'src/domain/access/may.ts',
    changes: [
      {
        before: "  'internal.use': ",
        insert: `  '${kebab}.view': {},\n  '${kebab}.add': { permission: 'create_users' },\n`,
      },
    ],
  },
  {
    path: 'server/graphql/operations.ts',
    changes: [
      {
        before: "  integrationApiKeys: { action: 'api-key.view' },\n",
        insert: `  ${camels}: { action: '${kebab}.view' },\n`,
      },
      {
        before: '  expireIntegrationApiKey: {',
        insert: `  add${pascal}: { action: '${kebab}.add', seenAs: '${kebab}.view' },\n`,
      },
    ],
  },
  {
    path: 'server/graphql/schema.ts',
    changes: [
      {
        before: "import { checkupQueries } from '../areas/checkup/resolvers'\n",
        insert: `import { ${camel}Mutations, ${camel}Queries, ${camel}Rereads } from '../areas/${kebab}/resolvers'\n`,
      },
      { before: '  ...apiKeyQueries,\n', insert: `  ...${camel}Queries,\n` },
      { before: '  ...noteMutations,\n', insert: `  ...${camel}Mutations,\n` },
      { before: '  ...apiKeyRereads,\n', insert: `  ...${camel}Rereads,\n` },
    ],
  },
  {
    path: 'src/data/registry.ts',
    changes: [
      {
        before: "import { documentAddress, patientDocuments, retryDocument } from './document'\n",
        insert: `import { add${pascal}, ${camels} } from './${kebab}'\n`,
      },
      { before: '  createApiKey,\n', insert: `  add${pascal},\n` },
      { before: '  apiKeys,\n', insert: `  ${camels},\n` },
    ],
  },
  {
    path: 'src/app/rooms.ts',
    changes: [
      {
        before: "import { checkupRoom } from '../features/checkup'\n",
        insert: `import { ${camels}Room } from '../features/${kebabs}'\n`,
      },
      { before: '  apiKeysRoom,\n', insert: `  ${camels}Room,\n` },
    ],
  },
  {
    path: 'src/texts/doors.ts',
    changes: [{ before: '  notes: ', insert: `  ${camels}: '${labels}',\n` }],
  },
  {
    path: 'tests/access/permission-table.ts',
    changes: [
      {
        before: '  // Internal staff: ',
        insert: `  '${kebab}.view': {},\n  '${kebab}.add': { all: ['create_users'] },\n`,
      },
      {
        before: "  integrationApiKeys: 'api-key.view',\n",
        insert: `  ${camels}: '${kebab}.view',\n  add${pascal}: '${kebab}.add',\n`,
      },
    ],
  },
  {
    path: 'tests/access/operations.test.ts',
    changes: [
      {
        before: "  integrationApiKeys: '{ integrationApiKeys { id } }',\n",
        insert: `  ${camels}: '{ ${camels} { id } }',\n  add${pascal}: 'mutation { add${pascal}(name: "x") { id } }',\n`,
      },
      { before: "  'patientsInWatchList',\n  'patientOnBoard',\n", insert: `  '${camels}',\n` },
      { before: '...ofWards, ...ofUsers, ', insert: `'add${pascal}', ` },
      { before: "'createPractice']\n/** Written down", insert: `'add${pascal}', ` },
    ],
  },
  {
    path: 'tests/server/row-security.test.ts',
    changes: [
      { before: '  ingest_key: { w: 1, h: 0 },\n', insert: `  ${table}: { w: 0, h: 0 },\n` },
    ],
  },
]
