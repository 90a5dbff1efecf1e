import { parse, type FieldDefinitionNode } from 'graphql'
import type { z } from 'zod'

interface Declared {
  readonly name: string
  readonly input: z.ZodObject
}

const mutationOf = (sdl: string, name: string): FieldDefinitionNode | undefined =>
  parse(sdl)
    .definitions.flatMap((definition) =>
      definition.kind === 'ObjectTypeDefinition' || definition.kind === 'ObjectTypeExtension'
        ? definition.name.value === 'Mutation'
          ? (definition.fields ?? [])
          : []
        : [],
    )
    .find((field) => field.name.value === name)

/** What the seal of a command carries beside its input, or its lane says. */
const isBeside = (name: string): boolean => name === 'capturedAt' || name === 'patientId'

/** In what a declared input differs from the arguments of the mutation of its name. */
export const differencesOf = (sdl: string, { name, input }: Declared): readonly string[] => {
  const mutation = mutationOf(sdl, name)
  if (mutation === undefined) return [`${name}: not in the contract`]
  const given = (mutation.arguments ?? []).map(({ name: { value }, type }) => ({
    // The contract of the first release writes PatientId.
    argument: `${value.charAt(0).toLowerCase()}${value.slice(1)}`,
    isRequired: type.kind === 'NonNullType',
  }))
  const fields = Object.entries(input.shape)
  return [
    ...given.flatMap(({ argument, isRequired }) => {
      const field = fields.find(([key]) => key === argument)?.[1] as z.ZodType | undefined
      if (field === undefined)
        return isBeside(argument) ? [] : [`${name}: ${argument} is in the contract alone`]
      return isRequired && (field.safeParse(undefined).success || field.safeParse(null).success)
        ? [`${name}: ${argument} may be left out`]
        : []
    }),
    ...fields.flatMap(([key]) =>
      isBeside(key) || given.some(({ argument }) => argument === key)
        ? []
        : [`${name}: ${key} is in the declaration alone`],
    ),
  ]
}
