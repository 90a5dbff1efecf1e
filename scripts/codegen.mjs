// Generates schema/generated from the SDL, the entities and the portal's documents,
// server/db/generated from the schema that the migrations leave, and what docs/api publishes.
// `--check` writes nothing and fails when one of them is not current. The CLI of graphql-codegen does not install on Node 20, so the core
// is called directly.
import { codegen } from '@graphql-codegen/core'
import * as typescript from '@graphql-codegen/typescript'
import * as operations from '@graphql-codegen/typescript-operations'
import * as resolvers from '@graphql-codegen/typescript-resolvers'
import { mkdirSync, readFileSync, readdirSync, writeFileSync, existsSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  Kind,
  buildASTSchema,
  concatAST,
  extendSchema,
  isNonNullType,
  parse,
  parseType,
  print,
  printSchema,
  stripIgnoredCharacters,
  validate,
  visit,
} from 'graphql'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const { tsImport } = await import('tsx/esm/api')
const { entityFragments, entitySdl, pulledNames } = await tsImport(
  './entity-types.ts',
  import.meta.url,
)
const { tableTypes } = await tsImport('./table-types.ts', import.meta.url)
const { openApi } = await tsImport('./openapi.ts', import.meta.url)
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const check = process.argv.includes('--check')
const scalars = { DateTime: 'string', Date: 'string', Cursor: 'string', JSON: 'unknown' }
const walk = (dir) =>
  existsSync(dir)
    ? readdirSync(dir, { withFileTypes: true }).flatMap((e) =>
        e.isDirectory() ? walk(join(dir, e.name)) : [join(dir, e.name)],
      )
    : []

const sdlFiles = readdirSync(join(root, 'schema'))
  .filter((f) => f.endsWith('.graphql'))
  .sort()
const sdl = (files) => files.map((f) => readFileSync(join(root, 'schema', f), 'utf8')).join('\n')
const publicFiles = sdlFiles.filter((f) => f !== 'internal.graphql')
const merge = (text) => {
  const ast = parse(text)
  const base = {
    ...ast,
    definitions: ast.definitions
      .filter((d) => !d.kind.endsWith('Extension'))
      .map((d) =>
        d.kind === 'ObjectTypeDefinition' && !d.fields?.length ? { ...d, fields: [] } : d,
      ),
  }
  const ext = { ...ast, definitions: ast.definitions.filter((d) => d.kind.endsWith('Extension')) }
  return parse(
    printSchema(
      extendSchema(buildASTSchema(base, { assumeValidSDL: true }), ext, { assumeValidSDL: true }),
    ),
  )
}
const publicSchema = merge(`${sdl(publicFiles)}\n${entitySdl()}`)
const internalText =
  `${sdl(['shared.graphql', 'internal.graphql'])}\n${entitySdl(['Address', 'Person', 'NamedReference'])}`
    .replace(/^type Query$|^type Mutation$/gm, '')
    .replace('type InternalQuery', 'type Query')
    .replace('type InternalMutation', 'type Mutation')
const internalSchema = parse(internalText)

const allDocuments = [
  ...walk(join(root, 'src', 'data'))
    .filter((f) => f.endsWith('.graphql'))
    .sort()
    .map((f) => ({ location: relative(root, f), document: parse(readFileSync(f, 'utf8')) })),
  ...entityFragments().map(({ room, text }) => ({
    location: join('src', 'data', room, 'entity'),
    document: parse(text),
  })),
]
/**
 * An operation that declares no variables asks with every argument that the contract has of its field,
 * each a variable of the argument's name.
 */
const withArguments = (schema) => (node) => {
  if (node.kind !== Kind.OPERATION_DEFINITION || node.variableDefinitions?.length) return node
  if (node.selectionSet.selections.some((field) => field.arguments?.length)) return node
  const root = schema.getRootType(node.operation)
  const variableDefinitions = []
  const selections = node.selectionSet.selections.map((field) => ({
    ...field,
    arguments: (root.getFields()[field.name.value]?.args ?? []).map(
      ({ name, type, defaultValue }) => {
        const variable = { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } }
        const mayBeLeftOut = isNonNullType(type) && defaultValue !== undefined
        variableDefinitions.push({
          kind: Kind.VARIABLE_DEFINITION,
          variable,
          type: parseType(String(mayBeLeftOut ? type.ofType : type)),
        })
        return { kind: Kind.ARGUMENT, name: variable.name, value: variable }
      },
    ),
  }))
  return { ...node, variableDefinitions, selectionSet: { ...node.selectionSet, selections } }
}
const asked = (schema, docs) => {
  const built = buildASTSchema(schema)
  return docs.map(({ location, document }) => ({
    location,
    document: { ...document, definitions: document.definitions.map(withArguments(built)) },
  }))
}
// The room `internal` speaks to /graphql-internal; every other room to /graphql.
const isInternal = (d) => d.location.split(sep).join('/').startsWith('src/data/internal/')
const documents = asked(
  publicSchema,
  allDocuments.filter((d) => !isInternal(d)),
)
const internalDocuments = asked(internalSchema, allDocuments.filter(isInternal))
const against = (schema, docs) =>
  docs.length ? validate(buildASTSchema(schema), concatAST(docs.map((d) => d.document))) : []
const problems = [
  ...against(publicSchema, documents),
  ...against(internalSchema, internalDocuments),
]
if (problems.length) {
  for (const p of problems) console.error(String(p))
  process.exit(1)
}

const banner = '/* Generated by scripts/codegen.mjs. Never edited. */\n/* eslint-disable */\n'
const config = {
  scalars,
  useTypeImports: true,
  enumsAsTypes: true,
  skipTypename: true,
  avoidOptionals: { field: true },
}
const output = async (schema, plugins, pluginMap, docs, extra = {}) =>
  banner +
  (await codegen({
    filename: 'x.ts',
    schema,
    documents: docs,
    config: { ...config, ...extra },
    plugins,
    pluginMap,
  }))
/** An operation's document, as the portal's sender takes it. */
const documentType = `
/** An operation as it is sent, with the types of its answer and variables. */
export interface OperationDocument<Answer, Variables> { readonly name: string; readonly operation: 'query' | 'mutation'; readonly text: string; readonly __types?: (variables: Variables) => Answer }
`
/**
 * Documents as text, the words of each fragment once, in a module of its own, and the operations of
 * each room of src/data in another: what travels is text, as syntax trees they were the largest
 * part of our own first load (5 KB gzip of it), and as one module they were there whole, whoever
 * asked for one. Their types ride along.
 */
const texts = (docs, typesFrom) => {
  const roomOf = ({ location }) => basename(dirname(location))
  const of = (kind) =>
    docs.flatMap((one) =>
      one.document.definitions
        .filter((node) => node.kind === kind)
        .map((node) => ({ node, room: roomOf(one) })),
    )
  const fragments = new Map(of('FragmentDefinition').map((one) => [one.node.name.value, one]))
  const spreads = (node) => {
    const names = []
    visit(node, {
      FragmentSpread: ({ name }) => {
        names.push(name.value)
      },
    })
    return [...new Set(names)]
  }
  const needed = (node, seen = new Set()) => {
    for (const name of spreads(node))
      if (!seen.has(name)) {
        seen.add(name)
        needed(fragments.get(name).node, seen)
      }
    return [...seen].sort()
  }
  const text = (node) => JSON.stringify(`${stripIgnoredCharacters(print(node))} `)
  const typeOf = ({ name, operation }) =>
    `${name.value}${operation === 'query' ? 'Query' : 'Mutation'}`
  const rooms = [...new Set(docs.map(roomOf))].map((room) => {
    const operations = of('OperationDefinition')
      .filter((one) => one.room === room)
      .map(({ node }) => node)
    const used = [...new Set(operations.flatMap((node) => needed(node)))].sort()
    return [
      `documents/${room}.ts`,
      banner +
        [
          `import type { ${['OperationDocument', ...operations.flatMap((node) => [typeOf(node), `${typeOf(node)}Variables`])].join(', ')} } from '../${typesFrom}'`,
          ...used.map((name) => `import { fragment${name} } from '../fragments/${name}'`),
          '',
          ...operations.map(
            (node) =>
              `export const ${node.name.value}Document: OperationDocument<${typeOf(node)}, ${typeOf(node)}Variables> = { name: ${JSON.stringify(node.name.value)}, operation: '${node.operation}', text: ${[text(node), ...needed(node).map((name) => `fragment${name}`)].join(' + ')} };`,
          ),
          '',
        ].join('\n'),
    ]
  })
  return [
    ...rooms,
    ...[...fragments].map(([name, { node }]) => [
      `fragments/${name}.ts`,
      `${banner}export const fragment${name} = ${text(node)};\n`,
    ]),
  ]
}
/** A whole schema as it is published: of `path`, for those who write a client. */
const published = (schema, path) =>
  `# The contract of {BASE_PATH}${path}. Generated by scripts/codegen.mjs, never edited. docs/api/graphql.md tells how it is asked.\n\n${printSchema(buildASTSchema(schema))}\n`
const files = {
  '../../docs/api/openapi.json': `${JSON.stringify(openApi(version), null, 2)}\n`,
  '../../docs/api/schema.graphql': published(publicSchema, '/graphql'),
  '../../docs/api/internal-schema.graphql': published(internalSchema, '/graphql-internal'),
  '../../server/db/generated/tables.ts': banner + (await tableTypes()),
  'operations.ts':
    (await output(publicSchema, [{ operations: {} }], { operations }, documents)) + documentType,
  ...Object.fromEntries(texts(documents, 'operations')),
  'internal-operations.ts':
    (await output(internalSchema, [{ operations: {} }], { operations }, internalDocuments)) +
    documentType,
  ...Object.fromEntries(texts(internalDocuments, 'internal-operations')),
  'resolvers.ts': await output(
    publicSchema,
    [{ typescript: {} }, { resolvers: {} }],
    { typescript, resolvers },
    [],
    { avoidOptionals: false, defaultMapper: 'Partial<{T}>', makeResolverTypeCallable: true },
  ),
  'internal-resolvers.ts': await output(
    internalSchema,
    [{ typescript: {} }, { resolvers: {} }],
    { typescript, resolvers },
    [],
    { avoidOptionals: false, makeResolverTypeCallable: true },
  ),
  'pulled-names.ts': `${banner}/** Names in the document of all rows (PulledRow), and the fields that they stand for. */\nexport const pulledNames: Readonly<Record<string, string>> = ${JSON.stringify(pulledNames())};\n`,
  'sdl.ts': `${banner}export const publicSdl = ${JSON.stringify(printSchema(buildASTSchema(publicSchema)))}\nexport const internalSdl = ${JSON.stringify(printSchema(buildASTSchema(internalSchema)))}\n`,
}
const out = join(root, 'schema', 'generated')
for (const dir of ['documents', 'fragments', '../../server/db/generated', '../../docs/api'])
  mkdirSync(join(out, dir), { recursive: true })
let stale = false
for (const [name, text] of Object.entries(files)) {
  const path = join(out, name)
  const old = existsSync(path) ? readFileSync(path, 'utf8') : ''
  if (old === text) continue
  if (check) {
    console.error(`${relative(root, path)} is not current: run npm run codegen`)
    stale = true
  } else writeFileSync(path, text)
}
process.exit(stale ? 1 : 0)
