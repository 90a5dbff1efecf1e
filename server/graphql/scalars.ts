import { GraphQLError, GraphQLScalarType, Kind, valueFromASTUntyped } from 'graphql'
import type { ValueNode } from 'graphql'

const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/
const refuse = (what: string): never => {
  throw new GraphQLError(`Not ${what}`, { extensions: { code: 'BAD_USER_INPUT' } })
}

const parseInstant = (value: unknown): string => {
  if (typeof value !== 'string' || !instantPattern.test(value) || Number.isNaN(Date.parse(value)))
    return refuse('an ISO 8601 instant')
  return new Date(value).toISOString()
}
const parseDate = (value: unknown): string => {
  const time =
    typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
      ? Date.parse(`${value}T00:00:00Z`)
      : Number.NaN
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== value)
    return refuse('a calendar date, YYYY-MM-DD')
  return value
}
const literal =
  (parse: (value: unknown) => string) =>
  (node: ValueNode): string =>
    parse(node.kind === Kind.STRING ? node.value : null)
const text = (value: unknown): string => (typeof value === 'string' ? value : refuse('a text'))

/**
 * DateTime, Date and JSON of schema/shared.graphql, Cursor of schema/sync.graphql: parsed on the
 * way in, trusted on the way out.
 */
export const scalars = {
  DateTime: new GraphQLScalarType<string, string>({
    name: 'DateTime',
    parseValue: parseInstant,
    parseLiteral: literal(parseInstant),
    serialize: text,
  }),
  Date: new GraphQLScalarType<string, string>({
    name: 'Date',
    parseValue: parseDate,
    parseLiteral: literal(parseDate),
    serialize: text,
  }),
  Cursor: new GraphQLScalarType<string, string>({
    name: 'Cursor',
    parseValue: text,
    parseLiteral: (node) => text(node.kind === Kind.STRING ? node.value : null),
    serialize: text,
  }),
  JSON: new GraphQLScalarType<unknown, unknown>({
    name: 'JSON',
    parseValue: (value) => value,
    parseLiteral: (node) => valueFromASTUntyped(node),
    serialize: (value) => value,
  }),
}
