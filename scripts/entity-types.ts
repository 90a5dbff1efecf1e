// The types of the contract that are entities of src/domain, as SDL and as fragments: made of their
// zod objects (schema/entities.ts), with the comments of the fields as descriptions.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import type { z } from 'zod'
import {
  alsoOf,
  answered,
  entityTypes,
  enumTypes,
  fragments,
  instants,
  jsonTypes,
  pulledTypes,
} from '../schema/entities'

type Schema = z.ZodType
type Def = z.core.$ZodTypeDef & Record<string, unknown>
const defOf = (schema: Schema): Def => schema.def as unknown as Def
const inner = (schema: Schema): Schema => {
  const def = defOf(schema)
  return (def.type === 'pipe' ? def['in'] : def['innerType']) as Schema
}
const wrappers = new Set([
  'optional',
  'nullable',
  'default',
  'prefault',
  'catch',
  'readonly',
  'pipe',
])

/** What is inside all that says how a value is read, whether it may be null, and whether it is a list. */
const unwrap = (schema: Schema): { readonly bare: Schema; isNull: boolean; isList: boolean } => {
  const { type } = defOf(schema)
  if (jsonTypes.includes(schema)) return { bare: schema, isNull: false, isList: false }
  if (wrappers.has(type)) {
    const within = unwrap(inner(schema))
    return { ...within, isNull: within.isNull || type === 'nullable' }
  }
  return type === 'array'
    ? { ...unwrap(defOf(schema)['element'] as Schema), isNull: false, isList: true }
    : { bare: schema, isNull: false, isList: false }
}

const types = new Map<Schema, string>([
  ...Object.entries(alsoOf).flatMap(([name, schemas]) =>
    schemas.map((schema) => [unwrap(schema).bare, name] as const),
  ),
  ...Object.entries(entityTypes).map(([name, schema]) => [unwrap(schema).bare, name] as const),
])
/** The fields of an object that are in the contract. */
const fieldsOf = (schema: Schema): readonly (readonly [name: string, schema: Schema])[] =>
  Object.entries(defOf(schema)['shape'] as Record<string, Schema>).filter(
    ([field]) => answered[`${types.get(schema)}.${field}`] !== null,
  )

const enumOf = (values: readonly string[]): string | undefined =>
  Object.entries(enumTypes).find(
    ([, known]) => known.length === values.length && values.every((one) => known.includes(one)),
  )?.[0]

/** The scalar, enum or type of a field, by its schema, and of a text by its name. */
const typeNameOf = (bare: Schema, field: string, where: string): string => {
  const def = defOf(bare)
  if (jsonTypes.includes(bare)) return 'JSON'
  switch (def.type) {
    case 'object': {
      const name = types.get(bare)
      if (name === undefined) throw new Error(`${where}: name this object in schema/entities.ts`)
      return name
    }
    case 'string':
      return def['format'] === 'date' || /(?:Date|On)$/.test(field)
        ? 'Date'
        : def['format'] === 'datetime' ||
            instants.includes(bare) ||
            /(?:At|Until|From|asOf)$/.test(field)
          ? 'DateTime'
          : /^id$|Id$/.test(field)
            ? 'ID'
            : 'String'
    case 'enum':
      return enumOf(Object.values(def['entries'] as Record<string, string>)) ?? 'String'
    case 'number':
      return (bare as z.ZodNumber).isInt ? 'Int' : 'Float'
    case 'union':
    case 'literal':
      return 'Int'
    case 'boolean':
      return 'Boolean'
    case 'record':
    case 'unknown':
      return 'JSON'
    default:
      throw new Error(`${where}: a ${def.type} has no type in the contract`)
  }
}

const typeOf = (schema: Schema, field: string, where: string): string => {
  const always = answered[where]
  if (always != null) return always
  const { bare, isNull, isList } = unwrap(schema)
  const name = typeNameOf(bare, field, where)
  const isUnknown = defOf(bare).type === 'unknown'
  return `${isList ? `[${name}!]` : name}${isNull || isUnknown ? '' : '!'}`
}

const root = join(import.meta.dirname, '..')
const sourceOf = (file: string): ts.SourceFile =>
  ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)

const docOf = (node: ts.Node): string | undefined => {
  const [doc] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc)
  return doc === undefined ? undefined : ts.getTextOfJSDocComment(doc.comment)
}

/** Comments of a constant's fields by their path ('' its own), however its schema is put together. */
const docsOf = (file: string, constant: string): ReadonlyMap<string, string> => {
  const source = sourceOf(file)
  const declared = new Map(
    source.statements
      .filter(ts.isVariableStatement)
      .flatMap((statement) =>
        statement.declarationList.declarations.map(
          (one) => [one.name.getText(), { one, statement }] as const,
        ),
      ),
  )
  const docs = new Map<string, string>()
  const note = (path: string, node: ts.Node): void => {
    const doc = docOf(node)
    if (doc !== undefined) docs.set(path, doc)
  }
  const collect = (node: ts.Node | undefined, path: string): void => {
    if (node === undefined) return
    if (ts.isIdentifier(node)) collect(declared.get(node.text)?.one.initializer, path)
    else if (ts.isObjectLiteralExpression(node))
      for (const property of node.properties) {
        if (ts.isSpreadAssignment(property)) collect(property.expression, path)
        if (!ts.isPropertyAssignment(property)) continue
        const at = path === '' ? property.name.getText() : `${path}.${property.name.getText()}`
        note(at, property)
        collect(property.initializer, at)
      }
    else if (ts.isCallExpression(node)) {
      if (ts.isPropertyAccessExpression(node.expression)) collect(node.expression.expression, path)
      for (const argument of node.arguments) collect(argument, path)
    }
  }
  const found = declared.get(constant)
  if (found === undefined) throw new Error(`${file}: no constant ${constant}`)
  note('', found.statement)
  collect(found.one.initializer, '')
  return docs
}

/** Of each type the constant it comes from and the path in it, as schema/entities.ts writes it. */
const origins = (): ReadonlyMap<string, { file: string; constant: string; path: string }> => {
  const home = join(root, 'schema', 'entities.ts')
  const source = sourceOf(home)
  const files = new Map<string, string>()
  const found = new Map<string, { file: string; constant: string; path: string }>()
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      const file = join(dirname(home), `${node.moduleSpecifier.text}.ts`)
      const names = node.importClause?.namedBindings
      if (names !== undefined && ts.isNamedImports(names))
        for (const { name } of names.elements) files.set(name.text, file)
    }
    if (
      ts.isVariableDeclaration(node) &&
      node.name.getText() === 'entityTypes' &&
      node.initializer !== undefined
    ) {
      const literal = ts.isSatisfiesExpression(node.initializer)
        ? node.initializer.expression
        : node.initializer
      if (ts.isObjectLiteralExpression(literal))
        for (const property of literal.properties)
          if (ts.isPropertyAssignment(property)) {
            const [constant = '', ...path] = property.initializer
              .getText()
              .replaceAll('.unwrap()', '')
              .split(/\.shape\./)
            const file = files.get(constant)
            if (file !== undefined)
              found.set(property.name.getText(), { file, constant, path: path.join('.') })
          }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const description = (doc: string | undefined, indent: string): string =>
  doc === undefined ? '' : `${indent}"""${doc.replaceAll(/\s+/g, ' ').replaceAll('"""', "'")}"""\n`

/** The object types of schema/entities.ts, or these of them. */
export const entitySdl = (names: readonly string[] = Object.keys(entityTypes)): string => {
  const from = origins()
  const ofFile = new Map<string, ReadonlyMap<string, string>>()
  return Object.entries(entityTypes)
    .filter(([name]) => names.includes(name))
    .map(([name, schema]) => {
      const origin = from.get(name)
      const key = `${origin?.file} ${origin?.constant}`
      if (origin !== undefined && !ofFile.has(key))
        ofFile.set(key, docsOf(origin.file, origin.constant))
      const docs = ofFile.get(key)
      const at = (field: string): string =>
        origin === undefined || origin.path === '' ? field : `${origin.path}.${field}`
      const fields = fieldsOf(unwrap(schema).bare).map(
        ([field, one]) =>
          `${description(docs?.get(at(field)), '  ')}  ${field}: ${typeOf(one, field, `${name}.${field}`)}`,
      )
      // The comment of a field that holds an object is the field's.
      const own = origin?.path === '' ? docs?.get('') : undefined
      return `${description(own, '')}type ${name} {\n${fields.join('\n')}\n}\n`
    })
    .join('\n')
}

const named = new Map<string, string>(Object.entries(fragments).map(([name, { on }]) => [on, name]))
/** Every field of an object, and of those in it. @param nameOf what a field is answered as */
const selection = (
  schema: Schema,
  nameOf: (field: string) => string | undefined = () => undefined,
): string =>
  fieldsOf(schema)
    .map(([field, one]) => {
      const { bare } = unwrap(one)
      const as = nameOf(field)
      const asked = as === undefined ? field : `${as}: ${field}`
      if (jsonTypes.includes(bare) || defOf(bare).type !== 'object') return asked
      const fragment = named.get(types.get(bare) ?? '')
      return `${asked} { ${fragment === undefined ? selection(bare) : `...${fragment}`} }`
    })
    .join(' ')

type Pulled = keyof typeof pulledTypes
/** Fields of the rows that devices hold that stand under another name in the document of all rows. */
const renamed = (): ReadonlyMap<Pulled, ReadonlyMap<string, string>> => {
  const seen = new Map<string, string>()
  return new Map(
    (Object.keys(pulledTypes) as Pulled[]).map((type) => [
      type,
      new Map(
        fieldsOf(unwrap(entityTypes[type]).bare).flatMap(([field, schema]) => {
          const as = typeOf(schema, field, `${type}.${field}`)
          const before = seen.get(field) ?? as
          seen.set(field, before)
          const word = `${pulledTypes[type]}${field.charAt(0).toUpperCase()}${field.slice(1)}`
          return before === as ? [] : [[field, word] as const]
        }),
      ),
    ]),
  )
}

/** Those names, and the fields that they stand for. */
export const pulledNames = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...renamed().values()].flatMap((names) => [...names].map(([field, word]) => [word, field])),
  )

const pulledRow = (): string => {
  const rows = [...renamed()].map(([type, names]) => {
    const fields =
      names.size === 0
        ? `...${named.get(type)}`
        : selection(unwrap(entityTypes[type]).bare, (field) => names.get(field))
    return `... on ${type} { ${fields} }`
  })
  return `fragment PulledRow on Entity { __typename ${rows.join(' ')} }`
}

/** A fragment of every field of an entity, by the part of src/data that it belongs to. */
export const entityFragments = (): readonly { readonly room: string; readonly text: string }[] => [
  ...Object.entries(fragments).map(([name, { on, room }]) => ({
    room,
    text: `fragment ${name} on ${on} { ${selection(unwrap(entityTypes[on]).bare)} }`,
  })),
  { room: 'device-sync', text: pulledRow() },
]
