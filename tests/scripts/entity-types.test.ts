import { parse, type ObjectTypeDefinitionNode } from 'graphql'
import { expect, test } from 'vitest'
import { entityTypes, fragments } from '../../schema/entities'
import { entityFragments, entitySdl, pulledNames } from '../../scripts/entity-types'
import { patientNoteSchema } from '../../src/domain/note/note'

const typeOf = (name: string): ObjectTypeDefinitionNode => {
  const [made] = parse(entitySdl([name])).definitions
  if (made?.kind !== 'ObjectTypeDefinition') throw new Error(`no type ${name}`)
  return made
}

test('a type of the contract has the fields of its zod object, their comments, and says what may be null', () => {
  expect(entitySdl(['PatientNote'])).toBe(`type PatientNote {
  id: ID!
  revision: Float!
  patientId: ID!
  text: String!
  """When it was written, by the author's device."""
  capturedAt: DateTime!
  """When the server received it."""
  createdAt: DateTime!
  """What the author's device clock showed less the server's time at that moment as the device knew it, milliseconds: greater than 0 is ahead. Null: not known (not a sealed command, or not measured: docs/sync-protocol.md, A command)."""
  clockSkewMs: Float
  createdBy: Person!
  organization: NamedReference!
  checkup: CheckupReference
}
`)
})

test('lists, enums, days, numbers, what travels as JSON, and what a stored row may lack and the contract may not', () => {
  const words = new Map(
    ['Checkup', 'SoftSign', 'Patient', 'PersonalEwsThresholds', 'NotUsable', 'MonitoringChunk'].map(
      (name) => [
        name,
        new Map(
          parse(entitySdl([name]).replaceAll(/"""[^"]*"""/g, '')).definitions.flatMap((one) =>
            one.kind === 'ObjectTypeDefinition'
              ? (one.fields ?? []).map(({ name: { value }, type }) => {
                  const inner = type.kind === 'NonNullType' ? type.type : type
                  const isList = inner.kind === 'ListType'
                  const item = isList ? inner.type : inner
                  const bare = item.kind === 'NonNullType' ? item.type : item
                  const text = bare.kind === 'NamedType' ? bare.name.value : ''
                  return [
                    value,
                    `${isList ? `[${text}!]` : text}${type.kind === 'NonNullType' ? '!' : ''}`,
                  ] as const
                })
              : [],
          ),
        ),
      ],
    ),
  )
  expect(words.get('Checkup')?.get('softSigns')).toBe('[SoftSign!]!')
  expect(words.get('Checkup')?.get('checkupType')).toBe('NamedReference')
  expect(words.get('Checkup')?.get('selectedAction')).toBe('Int')
  expect(words.get('SoftSign')?.get('isEmergency')).toBe('Boolean!')
  expect(words.get('Patient')?.get('gender')).toBe('Gender!')
  expect(words.get('Patient')?.get('birthDate')).toBe('Date!')
  expect(words.get('PersonalEwsThresholds')?.get('thresholds')).toBe('JSON')
  expect(words.get('PersonalEwsThresholds')?.get('spo2Scale')).toBe('Int!')
  expect(words.get('MonitoringChunk')?.get('columns')).toBe('JSON!')
  expect(words.get('NotUsable')?.has('checkPatient')).toBe(false)
})

test('a fragment asks for every field of its type', () => {
  const asked = entityFragments().find(({ text }) => text.startsWith('fragment NoteFields '))
  expect(asked?.room).toBe('device-sync')
  const [made] = parse(asked?.text ?? '').definitions
  expect(
    made?.kind === 'FragmentDefinition'
      ? made.selectionSet.selections.map((one) => (one.kind === 'Field' ? one.name.value : ''))
      : [],
  ).toEqual(Object.keys(patientNoteSchema.shape))
  for (const [name, { on }] of Object.entries(fragments)) {
    const { text = '' } = entityFragments().find((one) => one.text.includes(` ${name} on `)) ?? {}
    for (const field of typeOf(on).fields ?? [])
      expect(text, `${name} ${field.name.value}`).toMatch(new RegExp(`\\b${field.name.value}\\b`))
  }
})

test('of two rows that devices hold a field of one name and another type stands under a name of its own', () => {
  const { text = '' } =
    entityFragments().find(({ text: one }) => one.startsWith('fragment PulledRow ')) ?? {}
  expect(text).toContain('noteCreatedBy: createdBy { id firstName lastName email }')
  expect(pulledNames()).toEqual({
    noteCreatedBy: 'createdBy',
    chatCreatedBy: 'createdBy',
    meFirstName: 'firstName',
    meLastName: 'lastName',
  })
})

test('every type is made of an object', () => {
  for (const name of Object.keys(entityTypes))
    expect(typeOf(name).fields?.length).toBeGreaterThan(0)
})
