import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { checkedRoots } from './rules'

/** One import, re-export, dynamic import or `import('…')` type. */
export interface Edge {
  readonly specifier: string
  readonly typeOnly: boolean
  /** The file it leads to, relative to the root; null for packages and for what does not exist. */
  readonly file: string | null
}

export interface SourceFile {
  readonly path: string
  readonly edges: readonly Edge[]
  /** What the parser says against it. */
  readonly errors: readonly string[]
  /**
   * Free-standing names, member accesses such as `Date.now`, and `new Date()` and `Date()` without
   * an argument.
   */
  readonly names: ReadonlySet<string>
}

const isCode = (name: string): boolean => /\.(ts|tsx)$/.test(name) && !name.endsWith('.d.ts')

const codeUnder = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
        const path = join(folder, entry.name)
        return entry.isDirectory() ? codeUnder(path) : isCode(entry.name) ? [path] : []
      })
    : []

const endings = ['', '.ts', '.tsx', '/index.ts', '/index.tsx']

/** The file behind a relative specifier; a query such as `?worker` is the bundler's affair. */
const follow = (root: string, from: string, specifier: string): string | null => {
  if (!specifier.startsWith('.')) return null
  const target = resolve(dirname(from), specifier.replace(/\?.*$/, ''))
  const found = endings
    .map((ending) => target + ending)
    .find((path) => existsSync(path) && statSync(path).isFile())
  return found === undefined ? null : relative(root, found)
}

const read = (root: string, path: string): SourceFile => {
  const source = readFileSync(path, 'utf8')
  const { program, errors } = parseSync(path, source)
  const edges: Edge[] = []
  const names = new Map<number, string>()
  const members = new Set<string>()
  const notFree = new Set<number>()
  const edge = (specifier: unknown, typeOnly: boolean): void => {
    if (typeof specifier === 'string')
      edges.push({ specifier, typeOnly, file: follow(root, path, specifier) })
  }
  new Visitor({
    ImportDeclaration: ({ source: from, importKind, specifiers }) => {
      const allTypes =
        specifiers.length > 0 &&
        specifiers.every((one) => one.type === 'ImportSpecifier' && one.importKind === 'type')
      edge(from.value, importKind === 'type' || allTypes)
    },
    ExportNamedDeclaration: ({ source: from, exportKind }) => {
      if (from !== null) edge(from.value, exportKind === 'type')
    },
    ExportAllDeclaration: ({ source: from, exportKind }) => edge(from.value, exportKind === 'type'),
    ImportExpression: ({ source: from }) =>
      edge(from.type === 'Literal' ? from.value : null, false),
    TSImportType: ({ source: from }) => edge(from.value, true),
    Identifier: ({ name, start }) => {
      names.set(start, name)
    },
    MemberExpression: ({ object, property, computed }) => {
      if (computed) return
      notFree.add(property.start)
      if (object.type === 'Identifier' && property.type === 'Identifier')
        members.add(`${object.name}.${property.name}`)
    },
    Property: ({ key, shorthand, computed }) => {
      if (!shorthand && !computed) notFree.add(key.start)
    },
    TSPropertySignature: ({ key }) => {
      notFree.add(key.start)
    },
    NewExpression: ({ callee, arguments: given }) => {
      if (callee.type === 'Identifier' && callee.name === 'Date' && given.length === 0)
        members.add('new Date()')
    },
    CallExpression: ({ callee }) => {
      if (callee.type === 'Identifier' && callee.name === 'Date') members.add('Date()')
    },
  }).visit(program)
  const free = [...names].filter(([start]) => !notFree.has(start)).map(([, name]) => name)
  return {
    path: relative(root, path),
    edges,
    errors: errors.map(({ message }) => message),
    names: new Set([...free, ...members]),
  }
}

/** Every source file under the checked folders of `root`, parsed. */
export const readGraph = (root: string): readonly SourceFile[] =>
  checkedRoots.flatMap((folder) => codeUnder(join(root, folder))).map((path) => read(root, path))
