// Fields of an entity that its table holds under the same name: `capturedAt` is `captured_at`. They
// are neither listed nor copied by hand. The names come from the zod object, so that a column that is
// not in it reaches nobody; that each is a column, and of the field's type, is checked by the compiler
// where they are selected and where they are read.
import type { z } from 'zod'

type ColumnOf<Field extends string> = Field extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${ColumnOf<Rest>}`
  : ''
type Selected<Table extends string, Field extends string> = Field extends unknown
  ? `${Table}.${ColumnOf<Field>} as ${Field}`
  : never

const columnOf = (field: string): string =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

interface PlainFields<Fields> {
  /** What selects them, by their names. @param table its name or alias in the query */
  readonly from: <Table extends string>(table: Table) => Selected<Table, keyof Fields & string>[]
  /** They alone of a row. */
  readonly of: <Row extends Readonly<Required<Fields>>>(row: Row) => Pick<Row, keyof Fields>
}

export type FieldsOf<Plain> = Plain extends PlainFields<infer Fields> ? Fields : never

/** All fields of an object but those that are made by hand. */
export function plainFields<
  Shape extends z.core.$ZodLooseShape,
  Made extends keyof Shape & string = never,
>(
  schema: z.ZodObject<Shape>,
  ...made: readonly Made[]
): PlainFields<Omit<z.output<z.ZodObject<Shape>>, Made>> {
  type Fields = Omit<z.output<z.ZodObject<Shape>>, Made>
  const fields = Object.keys(schema.shape).filter(
    (field) => !made.some((one) => one === field),
  ) as (keyof Fields & string)[]
  return {
    from: <Table extends string>(table: Table) =>
      fields.map((field) => `${table}.${columnOf(field)} as ${field}`) as Selected<
        Table,
        keyof Fields & string
      >[],
    of: <Row extends Readonly<Required<Fields>>>(row: Row) =>
      Object.fromEntries(fields.map((field) => [field, row[field]])) as Pick<Row, keyof Fields>,
  }
}

type Columns<Fields> = {
  [Field in keyof Fields as ColumnOf<Field & string>]: Fields[Field]
}
/** An object's fields as columns, for an insert. */
export const asColumns = <Fields extends object>(fields: Fields): Columns<Fields> =>
  Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [columnOf(field), value]),
  ) as Columns<Fields>
