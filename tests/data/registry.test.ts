import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  buildSchema,
  parse,
  print,
  type FragmentDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { entityFragments } from '../../scripts/entity-types'
import { internalSdl, publicSdl } from '../../schema/generated/sdl'
import type { OperationDocument } from '../../schema/generated/operations'
import { calls, commands, resources } from '../../src/data/registry'
import { tables } from '../../src/data/tables'
import { addPatientNote as note } from '../../src/domain/note/commands'
import { waitingCommands } from '../../src/domain/sync/catalogue'
import { cacheSchemas } from '../../src/engine/store/tables'
import { differencesOf } from './declared-input'

const modules = import.meta.glob<Readonly<Record<string, unknown>>>(
  '../../schema/generated/documents/*.ts',
  { eager: true },
)
const generated = Object.values(modules)
  .flatMap((all) => Object.entries(all))
  .flatMap(([name, one]) =>
    name.endsWith('Document') ? [one as OperationDocument<unknown, unknown>] : [],
  )

const operationsIn = (text: string) =>
  parse(text).definitions.flatMap((one) => (one.kind === 'OperationDefinition' ? [one] : []))
const rooms = readdirSync('src/data', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => join('src/data', entry.name, 'operations.graphql'))
const written = rooms
  .filter((file) => existsSync(file))
  .flatMap((file) => parse(readFileSync(file, 'utf8')).definitions)
  .flatMap((definition) =>
    definition.kind === 'OperationDefinition'
      ? [{ name: definition.name?.value ?? '', operation: definition.operation }]
      : [],
  )
const sdl = readdirSync('schema')
  .filter((file) => file.endsWith('.graphql'))
  .map((file) => readFileSync(join('schema', file), 'utf8'))
  .join('\n')
const nameOf = (document: { readonly name: string } | null): string => document?.name ?? ''
const online = commands.flatMap((command) => (command.waits ? [] : [command]))
const asked = resources.flatMap((resource) => (resource.entity === null ? [resource] : []))
const declared = [...asked, ...online, ...calls].flatMap(({ document }) =>
  document === null ? [] : [nameOf(document)],
)

/**
 * design/sync.md, "Which writes may be queued", but for updatePatient, which does not wait yet.
 */
const minutes = 60_000
const q = { class: 'Q', ttlMs: null }
const p = (ttlMs: number) => ({ class: 'P', ttlMs })
const mayWait: Readonly<Record<string, { readonly class: string; readonly ttlMs: number | null }>> =
  {
    addPatientNote: q,
    recordObservations: q,
    strikeOutCheckup: p(24 * 3_600_000),
    addTask: q,
    writeHandover: q,
    recordContact: q,
    changeTask: q,
    endTask: q,
    requestRepeat: q,
    cancelRepeat: q,
    recordAllergy: q,
    strikeOutAllergy: q,
    lookAtCriticalInformation: q,
    recordCriticalInformation: { class: 'P', ttlMs: null },
    setPatientAcuityScore: q,
    addToWatchList: q,
    removeFromWatchList: q,
    markNotificationsRead: q,
    setAlertStatus: p(15 * minutes),
    acknowledgeAlert: p(15 * minutes),
    updateExpectedDischargeDate: p(8 * 60 * minutes),
    updatePatientContactDetails: p(24 * 60 * minutes),
    sendChatMessage: p(15 * minutes),
  }

describe('the registry', () => {
  test('a table that came later has a number of its own: devices that have the former tables gain it', () => {
    const added = cacheSchemas(tables).map(({ stores }) => Object.keys(stores).length)
    // The second changed an index of the store's own.
    expect(added.map((count, index) => count - (added[index - 1] ?? count))).toEqual([
      0,
      0,
      ...tables.filter(({ since }) => since > 1).map(() => 1),
    ])
  })

  test('every GraphQL document belongs to exactly one resource, command or call', () => {
    expect(declared.toSorted()).toEqual(written.map(({ name }) => name).toSorted())
  })

  test('every generated document is written in a room', () => {
    expect(generated.map(nameOf).toSorted()).toEqual(written.map(({ name }) => name).toSorted())
  })

  test('every generated document is whole: it parses by itself, is named and of the kind that is said beside it', () => {
    for (const { name, operation, text } of generated) {
      const { definitions } = parse(text)
      const fragments = definitions.flatMap((definition) =>
        definition.kind === 'FragmentDefinition' ? [definition.name.value] : [],
      )
      expect(
        definitions
          .filter((definition) => definition.kind === 'OperationDefinition')
          .map((one) => [one.name?.value, one.operation]),
      ).toEqual([[name, operation]])
      expect(fragments.toSorted()).toEqual(
        [...new Set([...text.matchAll(/\.\.\.([A-Z]\w*)/g)].map((spread) => spread[1]))].toSorted(),
      )
    }
  })

  test.each(Object.entries(modules))(
    'an operation that declares no variables asks with every argument of the contract: %s',
    (path, all) => {
      const room = /(\w[\w-]*)\.ts$/.exec(path)?.[1] ?? ''
      const schema = buildSchema(room === 'internal' ? internalSdl : publicSdl)
      const inRoom = operationsIn(
        readFileSync(join('src/data', room, 'operations.graphql'), 'utf8'),
      )
      const undeclared = inRoom.flatMap(({ name, variableDefinitions }) =>
        variableDefinitions?.length === 0 ? [name?.value] : [],
      )
      const documents = Object.values(all) as OperationDocument<unknown, unknown>[]
      for (const { name, operation, text } of documents) {
        if (!undeclared.includes(name)) continue
        const root = operation === 'query' ? schema.getQueryType() : schema.getMutationType()
        const fields = operationsIn(text).flatMap(({ selectionSet }) =>
          selectionSet.selections.flatMap((one) => (one.kind === 'Field' ? [one] : [])),
        )
        const given = fields.flatMap((field) => (field.arguments ?? []).map((one) => print(one)))
        const known = fields.flatMap(({ name: field }) =>
          (root?.getFields()[field.value]?.args ?? []).map((one) => `${one.name}: $${one.name}`),
        )
        expect([name, ...given]).toEqual([name, ...known])
      }
    },
  )

  test('queries are read or asked, mutations are commands', () => {
    const kind = new Map(written.map(({ name, operation }) => [name, operation]))
    // What these carry are commands already, each under its own id, or what may be told twice: the end
    // of a session, and what somebody looked at.
    const carriers = [
      'SyncPush',
      'SyncAckResults',
      'SyncEndSession',
      'SyncDiscard',
      'NoteRecordReads',
    ]
    for (const { document } of [...asked, ...calls])
      if (document !== null && !carriers.includes(nameOf(document)))
        expect(kind.get(nameOf(document))).toBe('query')
    for (const { document } of online) expect(kind.get(nameOf(document))).toBe('mutation')
  })

  test('names are unique: the outbox and the store find their declarations by them', () => {
    for (const list of [resources, commands, calls])
      expect(new Set(list.map(({ name }) => name)).size).toBe(list.length)
  })

  test('a command may wait exactly as the class table says, and what the table does not name is online only', () => {
    expect(
      Object.fromEntries(
        commands.flatMap((command) => (command.waits ? [[command.name, command.waiting]] : [])),
      ),
    ).toEqual(mayWait)
  })

  test('the server shares the declaration of every command that may wait', () => {
    expect(commands.flatMap(({ waits, name }) => (waits ? [name] : [])).toSorted()).toEqual(
      waitingCommands.map(({ name }) => name).toSorted(),
    )
  })

  test('the input of a command that may wait is that of its mutation in the contract', () => {
    // Devices alone record by hand; what other systems measured comes by the ingest API.
    const byPushAlone = [
      'addTask',
      'changeTask',
      'endTask',
      'cancelRepeat',
      'lookAtCriticalInformation',
      'recordAllergy',
      'recordContact',
      'recordCriticalInformation',
      'recordObservations',
      'strikeOutCheckup',
      'requestRepeat',
      'strikeOutAllergy',
      'writeHandover',
    ].map((name) => `${name}: not in the contract`)
    expect(waitingCommands.flatMap((command) => differencesOf(sdl, command))).toEqual(byPushAlone)
  })

  test('an input that is not that of its mutation is found', () => {
    const input = note.input.omit({ text: true }).extend({ colour: z.string() })
    expect(differencesOf(sdl, { name: note.name, input })).toEqual([
      'addPatientNote: text is in the contract alone',
      'addPatientNote: colour is in the declaration alone',
    ])
    const loose = note.input.extend({ text: z.string().nullish() })
    expect(differencesOf(sdl, { name: note.name, input: loose })).toEqual([
      'addPatientNote: text may be left out',
    ])
  })

  test('every command that is done at once carries its id as idempotency key', () => {
    for (const command of online)
      expect(
        command.request({ patientId: 'p', text: 't' }, { id: 'k', capturedAt: 0 }).idempotencyKey,
      ).toBe('k')
  })
})

/** Paths of the fields that a selection asks for, by their names in the contract. */
const fieldsOf = (set: SelectionSetNode | undefined, above = ''): readonly string[] =>
  (set?.selections ?? []).flatMap((selection) =>
    selection.kind !== 'Field'
      ? []
      : selection.selectionSet === undefined
        ? [`${above}${selection.name.value}`]
        : fieldsOf(selection.selectionSet, `${above}${selection.name.value}.`),
  )

test('what is pulled asks for every field that its own query asks for: none reaches the author alone', () => {
  const fragments = entityFragments()
    .flatMap(({ text }) => parse(text).definitions)
    .filter((one): one is FragmentDefinitionNode => one.kind === 'FragmentDefinition')
  const pulled = fragments.find(({ name }) => name.value === 'PulledRow')
  const byHand = (pulled?.selectionSet.selections ?? []).flatMap((selection) =>
    selection.kind === 'InlineFragment' && fieldsOf(selection.selectionSet).length > 0
      ? [{ type: selection.typeCondition?.name.value, fields: fieldsOf(selection.selectionSet) }]
      : [],
  )
  expect(byHand.map(({ type }) => type).toSorted()).toEqual(['ChatMessage', 'Me', 'PatientNote'])
  for (const { type, fields } of byHand) {
    const own = fragments.find(
      ({ name, typeCondition }) =>
        name.value.endsWith('Fields') && typeCondition.name.value === type,
    )
    expect([type, fields.toSorted()]).toEqual([type, fieldsOf(own?.selectionSet).toSorted()])
  }
})
