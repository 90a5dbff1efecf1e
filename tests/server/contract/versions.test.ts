import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  buildSchema,
  Kind,
  parse,
  print,
  validate,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
} from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { internalSdl, publicSdl } from '../../../schema/generated/sdl'
import { minClient } from '../../../server/engine/parts'
import { isOlder } from '../../../src/domain/release/older'
import type { Database } from '../../../server/db/database'
import { startServer, type TestServer } from '../client'
import { newDeviceKey, write, newId } from '../sync/device'
import { at, buildWorld, now } from '../world'
import { openMemory } from '../memory'

/**
 * The documents of releases that tablets may still run (design/sync.md, P13), oldest first. 3.15 is
 * the first, and is edited with the portal until it is released; after that a release's documents
 * never change, each release adds its own, and the third oldest goes.
 */
const releases = ['3.15'] as const
let database: Database
let server: TestServer
beforeAll(async () => {
  database = await openMemory()
  await buildWorld(database)
  server = await startServer(database)
})
afterAll(() => database.close())

/** Each operation of a release with the fragments that it needs, by its name. */
const operationsOf = (
  release: string,
): ReadonlyMap<string, { readonly text: string; readonly field: string }> => {
  const { definitions } = parse(
    readFileSync(join(import.meta.dirname, `${release}.graphql`), 'utf8'),
  )
  const fragments = new Map(
    definitions
      .filter((one): one is FragmentDefinitionNode => one.kind === Kind.FRAGMENT_DEFINITION)
      .map((one) => [one.name.value, one]),
  )
  const needed = (text: string, found = new Set<string>()): ReadonlySet<string> => {
    for (const [, name = ''] of text.matchAll(/\.\.\.\s?(\w+)/g)) {
      const fragment = fragments.get(name)
      if (fragment === undefined || found.has(name)) continue
      found.add(name)
      needed(print(fragment), found)
    }
    return found
  }
  return new Map(
    definitions
      .filter((one): one is OperationDefinitionNode => one.kind === Kind.OPERATION_DEFINITION)
      .map((one) => {
        const parts = [...needed(print(one))]
          .map((name) => fragments.get(name))
          .filter((fragment) => fragment !== undefined)
        const [first] = one.selectionSet.selections
        return [
          one.name?.value ?? '',
          {
            text: [one, ...parts].map(print).join('\n'),
            field: first?.kind === Kind.FIELD ? first.name.value : '',
          },
        ]
      }),
  )
}

const hello = (clientVersion: string, publicKey: string, group = 'group-0001') => ({
  in: { group, clientVersion, schemaVersion: 1, devicePublicKey: publicKey, wallClock: at(0) },
})
/** What each operation was asked with, and by whom. */
const asked = async (
  release: string,
): Promise<
  Readonly<
    Record<
      string,
      {
        readonly as: string
        readonly in?: string
        readonly variables?: Record<string, unknown>
        readonly path?: string
      }
    >
  >
> => {
  const { publicKey } = await newDeviceKey()
  return {
    PatientCheckups: { as: 'nurse', variables: { patientId: 'a1', take: 10 } },
    CheckupDetail: { as: 'nurse', variables: { id: 'none' } },
    MailOutbox: { as: 'staff', path: '/Prod/graphql-internal' },
    OrganizationUsers: {
      as: 'staff',
      path: '/Prod/graphql-internal',
      variables: { organizationId: 'w', includeDeleted: true },
    },
    PatientNotes: { as: 'nurse', variables: { patientId: 'a1', take: 10 } },
    AddPatientNote: {
      as: 'nurse',
      variables: { patientId: 'a1', text: `By ${release}`, capturedAt: at(1) },
    },
    PatientRecord: { as: 'nurse', variables: { patientId: 'a1' } },
    Me: { as: 'nurse' },
    DidLogin: { as: 'nurse' },
    DidStayLoggedIn: { as: 'nurse' },
    UpdateMe: {
      as: 'care',
      variables: { user: { firstName: 'Cara', lastName: 'Care', jobRole: null } },
    },
    SetActingOrganization: { as: 'multi', variables: { organizationId: 'h' } },
    CreateAcceptedTerms: { as: 'newboss', in: 't' },
    VirtualWardPatients: {
      as: 'nurse',
      variables: { take: 10, skip: 0, sort: [{ field: 'lastName', direction: 'ASC' }] },
    },
    VirtualWardFilterValues: { as: 'nurse' },
    SyncHello: { as: 'nurse', variables: hello(`${release}.0`, publicKey) },
    SyncPush: {
      as: 'nurse',
      variables: {
        in: {
          group: 'group-0001',
          epoch: 'another',
          mutations: [
            {
              id: newId(),
              lane: 'a1',
              n: 1,
              prev: null,
              op: 'addPatientNote',
              opVersion: 1,
              sealed: 'AQ',
              signature: 'AQ',
              sessionId: 'x',
            },
          ],
        },
      },
    },
    MutationOutcomes: { as: 'nurse', variables: { group: 'group-0001', ids: [newId()] } },
    SyncAckResults: { as: 'nurse', variables: { group: 'group-0001', ids: [newId()] } },
    SyncPull: {
      as: 'nurse',
      variables: {
        in: { group: 'group-0001', epoch: 'another', cursors: [{ scope: 'ROSTER:r' }] },
      },
    },
    PatientAlerts: { as: 'nurse', variables: { patientId: 'a1' } },
    PatientsInWatchList: { as: 'nurse' },
    PatientOnBoard: { as: 'nurse', variables: { patientId: 'a1' } },
    AddToWatchList: { as: 'nurse', variables: { patientId: 'a1' } },
    RemoveFromWatchList: { as: 'nurse', variables: { patientId: 'a1' } },
  }
}

const schemas = [publicSdl, internalSdl].map((sdl) => buildSchema(sdl))

describe.each(releases)('a tablet of release %s', (release) => {
  test.each([...operationsOf(release)])(
    'asks %s, which the schema still has',
    (_name, { text }) => {
      const faults = schemas.map((schema) => validate(schema, parse(text)))
      expect(faults.some((found) => found.length === 0) ? [] : faults).toEqual([])
    },
  )

  test('still gets an answer to everything it asks', async () => {
    const questions = await asked(release)
    const operations = operationsOf(release)
    expect(Object.keys(questions).filter((name) => !operations.has(name))).toEqual([])
    for (const [name, { text, field }] of operations) {
      const question = questions[name]
      if (question === undefined) continue
      const answer = await server.ask(text, { ...question, key: newId() })
      // A check-up that does not exist is an answer too: refused by the operation, not by the
      // contract.
      const faults = answer.errors.filter(
        ({ extensions }) => !(name === 'CheckupDetail' && extensions?.code === 'NOT_FOUND'),
      )
      expect([name, faults]).toEqual([name, []])
      if (faults.length === answer.errors.length && answer.errors.length === 0)
        expect(answer.data, name).toHaveProperty(field)
    }
  })
})

const pushText = 'mutation ($in: PushIn!) { syncPush(in: $in) { results { id class code } } }'
const helloText =
  'query ($in: HelloIn!) { syncHello(in: $in) { epoch sessionId vaultKeyId vaultPublicKey minClient } }'
type Hello = Readonly<
  Record<'epoch' | 'sessionId' | 'vaultKeyId' | 'vaultPublicKey' | 'minClient', string>
>

describe('releases', () => {
  test('from the oldest kept on may push; one before it is told to update, its work stays with it, and goes through afterwards', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    expect(minClient).toBe(`${releases[0]}.0`)
    expect(isOlder(version, minClient)).toBe(false)
    const key = await newDeviceKey()
    const group = 'group-old-1'
    const say = async (clientVersion: string): Promise<Hello> =>
      (
        await server.ask(helloText, {
          as: 'nurse',
          variables: hello(clientVersion, key.publicKey, group),
        })
      ).data?.['syncHello'] as Hello
    const greeted = await say('3.14.9')
    const capturedAt = new Date(now).toISOString()
    const mutation = await write(
      { ...greeted, key },
      {
        id: newId(),
        lane: 'a1',
        n: 1,
        op: 'addPatientNote',
        plaintext: {
          op: 'addPatientNote',
          input: { patientId: 'a1', text: 'Written long ago' },
          capturedAt,
          capturedAtEst: capturedAt,
          seenIdentity: {
            name: "Zoë O'Neill",
            birthDate: '1940-02-29',
            identifierLast4: '5919',
            revision: 1,
          },
        },
      },
    )
    const push = async (): Promise<unknown> => {
      const { data } = await server.ask(pushText, {
        as: 'nurse',
        variables: { in: { group, epoch: greeted.epoch, mutations: [mutation] } },
      })
      return data?.['syncPush']
    }
    expect(await push()).toEqual({
      results: [{ id: mutation.id, class: 'UPGRADE', code: 'CLIENT_TOO_OLD' }],
    })
    for (const release of releases) {
      await say(`${release}.0`)
      expect(await push()).toEqual({ results: [{ id: mutation.id, class: 'APPLIED', code: null }] })
    }
  })

  test('come one after the other', () => {
    expect([
      isOlder('3.12.9', '3.13.0'),
      isOlder('3.9.0', '3.13.0'),
      isOlder('2.99.9', '3.0.0'),
    ]).toEqual([true, true, true])
    expect([
      isOlder('3.13.0', '3.13.0'),
      isOlder('3.15.0', '3.13.0'),
      isOlder('4.0.0', '3.13.9'),
      isOlder('unknown', '3.13.0'),
    ]).toEqual([false, false, false, false])
  })
})
