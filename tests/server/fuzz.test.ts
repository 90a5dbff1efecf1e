import * as fc from 'fast-check'
import {
  GraphQLEnumType,
  GraphQLInputObjectType,
  GraphQLList,
  GraphQLNonNull,
  buildSchema,
  getNamedType,
  isLeafType,
  type GraphQLField,
  type GraphQLInputType,
} from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { publicSdl } from '../../schema/generated/sdl'
import { isFull } from '../depth'
import { startServer, type TestServer } from './client'
import { onPglite } from './engines'
import { ingestApp, patientNamed, post, seed, wellCheckup } from './ingest/device'
import { buildWorld } from './world'

/** 10,000 in `npm run test:full`, over GraphQL and REST together. */
const runs = isFull ? 5_000 : 150

const schema = buildSchema(publicSdl)
const fieldsOf = (root: 'query' | 'mutation') =>
  Object.values(
    (root === 'query' ? schema.getQueryType() : schema.getMutationType())?.getFields() ?? {},
  ).map((field) => ({ root, field }))
const fields = [...fieldsOf('query'), ...fieldsOf('mutation')]

/** Texts that were the end of other programs. */
const nasty = fc.constantFrom(
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202egnirts',
  "'; drop table patient; --",
  '%',
  '\\',
  '${x}',
  '__proto__',
  'constructor',
  '-1',
  '1e999',
  'NaN',
  '2026-02-30',
  '2026-03-02T24:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  '0000-00-00',
  'x'.repeat(6_000),
  '9434765919',
  '[]',
  'null',
)
const text = fc.oneof(nasty, fc.string({ unit: 'binary', maxLength: 40 }))
const id = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('p1', 'p2', 'A', 'B', 'w', 'h', 'nurse', 'admin') },
  { weight: 1, arbitrary: text },
)
const instant = fc.oneof(
  fc
    .date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') })
    .map((date) => date.toISOString()),
  text,
)
const scalars: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  ID: id,
  String: text,
  Int: fc.oneof(
    fc.constantFrom(0, 1, -1, 50, 51, 2_147_483_647, -2_147_483_648),
    fc.integer({ min: -1000, max: 1000 }),
  ),
  Float: fc.oneof(fc.constantFrom(0, -0, 1e308, -1e308, 5e-324), fc.double({ noNaN: true })),
  Boolean: fc.boolean(),
  DateTime: instant,
  Date: fc.oneof(
    instant.map((one) => one.slice(0, 10)),
    text,
  ),
  Cursor: text,
  JSON: fc.oneof(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(null, [], {}, 'x'.repeat(6_000))),
}

/** A value of an input type, as far down as four objects in each other. */
const valueOf = (type: GraphQLInputType, depth = 0): fc.Arbitrary<unknown> => {
  if (type instanceof GraphQLNonNull) return valueOf(type.ofType as GraphQLInputType, depth)
  if (type instanceof GraphQLList)
    return fc.oneof(
      fc.array(valueOf(type.ofType as GraphQLInputType, depth), { maxLength: 3 }),
      fc.array(valueOf(type.ofType as GraphQLInputType, depth), { minLength: 40, maxLength: 60 }),
    )
  if (type instanceof GraphQLEnumType)
    return fc.constantFrom(...type.getValues().map(({ name }) => name))
  if (type instanceof GraphQLInputObjectType)
    return depth > 3
      ? fc.constant({})
      : fc.record(
          Object.fromEntries(
            Object.values(type.getFields()).map(({ name, type: of }) => [
              name,
              of instanceof GraphQLNonNull
                ? valueOf(of, depth + 1)
                : fc.option(valueOf(of, depth + 1), { nil: null }),
            ]),
          ),
        )
  return scalars[type.name] ?? text
}

const documentOf = (root: string, { name, args, type }: GraphQLField<unknown, unknown>): string => {
  const declared = args.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', ')
  const given = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ')
  const selection = isLeafType(getNamedType(type)) ? '' : ' { __typename }'
  return `${root} Fuzzed${declared === '' ? '' : `(${declared})`} { ${name}${given === '' ? '' : `(${given})`}${selection} }`
}

/** One question: who asks, which field, with which values. */
const question = fc.constantFrom(...fields).chain(({ root, field }) =>
  fc.record({
    as: fc.constantFrom('nurse', 'admin', 'staff', 'gp', undefined),
    key: fc.option(fc.uuid(), { nil: undefined }),
    query: fc.constant(documentOf(root, field)),
    variables: fc.record(
      Object.fromEntries(
        field.args.map(({ name, type }) => [
          name,
          type instanceof GraphQLNonNull ? valueOf(type) : fc.option(valueOf(type), { nil: null }),
        ]),
      ),
    ),
  }),
)

onPglite(buildWorld, (opened) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(opened.database, {
      perMinute: { operations: 1e9, rows: 1e9, lookups: 1e9 },
      strangersPerMinute: 1e9,
    })
  })

  test('whatever is asked of any field of the contract, and by whom, is answered: nothing fails inside', async () => {
    await fc.assert(
      fc.asyncProperty(question, async ({ as, key, query, variables }) => {
        const answer = await server.ask(query, {
          variables,
          ...(as === undefined ? {} : { as }),
          ...(key === undefined ? {} : { key }),
        })
        const inside = answer.errors.filter(({ extensions }) => extensions?.code === 'INTERNAL')
        expect([
          query,
          answer.status < 500,
          inside,
          inside.length > 0 ? server.logged.at(-1) : '',
        ]).toEqual([query, true, [], ''])
      }),
      {
        numRuns: runs,
        // What failed once.
        examples: [
          [
            {
              as: 'gp',
              key: undefined,
              query:
                'mutation Fuzzed($patientId: ID!, $organizationId: ID!) { openWholeRecord(patientId: $patientId, organizationId: $organizationId) { __typename } }',
              variables: { patientId: 'p1', organizationId: 'nobody' },
            },
          ],
        ],
      },
    )
  })
})

describe('REST', () => {
  const kinds = [
    'checkups',
    'monitoring-buckets',
    'waveforms',
    'chat-messages',
    'chat-messages/read',
    'callback-requests',
    'files',
  ]
  /** A check-up of which some fields are what nobody sends. */
  const body = fc.oneof(
    fc
      .record({
        id: fc.uuid(),
        broken: fc.dictionary(
          fc.constantFrom(
            ...Object.keys(wellCheckup('x', 'y')),
            'symptoms',
            'weight',
            'glucose',
            'picture',
            'onOxygen',
            'oxygenFlow',
            '__proto__',
          ),
          fc.oneof(fc.jsonValue({ maxDepth: 3 }), text, scalars['Float'] ?? text),
          { maxKeys: 4 },
        ),
      })
      .map(({ id: of, broken }) => ({
        ...wellCheckup(of, patientNamed('Subramaniam').id),
        ...broken,
      })),
    fc.jsonValue({ maxDepth: 5 }),
    text,
  )

  onPglite(seed, (opened) => {
    test('whatever a device sends is stored or refused in words: nothing fails inside', async () => {
      const app = ingestApp(opened.database)
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...kinds), body, async (kind, item) => {
          const answer = await post(app, kind, item)
          expect([kind, answer.status < 500, answer.status >= 500 ? answer.body : null]).toEqual([
            kind,
            true,
            null,
          ])
        }),
        { numRuns: runs },
      )
    })
  })
})
