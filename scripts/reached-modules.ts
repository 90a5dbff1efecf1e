// Which modules of a build some modules really need: of a file that only hands on what others
// export, the part that is asked for.
import { parseAst } from 'vite'

/** What the bundler tells of its modules while it makes chunks. */
export interface ModuleGraph {
  getModuleInfo(id: string): {
    readonly code: string | null
    readonly importedIds: readonly string[]
    readonly moduleSideEffects?: unknown
  } | null
}

/**
 * Of one statement that names another module: what it takes of it, and, where it hands that on,
 * under which name.
 */
interface Link {
  readonly to: string
  readonly names: readonly {
    readonly taken: string
    readonly given: string | null
    readonly local?: string
  }[]
  readonly isStar: boolean
}
interface Read {
  readonly links: readonly Link[]
  readonly isBarrel: boolean
  /** What it exports of its own; null: it could not be told. */
  readonly own: ReadonlySet<string> | null
}
interface Named {
  readonly type: string
  readonly name?: string
  readonly value?: unknown
}
interface Specifier {
  readonly type: string
  readonly imported?: Named
  readonly local: Named
  readonly exported?: Named
}
interface Statement {
  readonly type: string
  readonly source?: { readonly value: string } | null
  readonly specifiers?: readonly Specifier[]
  readonly exported?: Named | null
  readonly declaration?: unknown
  readonly directive?: string
}

const all = '*'
const nameOf = (named: Named | undefined): string => named?.name ?? String(named?.value)

const linkOf = ({ type, specifiers = [], exported }: Statement): Omit<Link, 'to'> => {
  if (type === 'ExportAllDeclaration')
    return exported == null
      ? { names: [], isStar: true }
      : { names: [{ taken: all, given: nameOf(exported) }], isStar: false }
  if (type === 'ExportNamedDeclaration')
    return {
      names: specifiers.map(({ local, exported: as }) => ({
        taken: nameOf(local),
        given: nameOf(as),
      })),
      isStar: false,
    }
  return {
    names: specifiers.map(({ type: kind, imported, local }) => ({
      taken:
        kind === 'ImportSpecifier'
          ? nameOf(imported)
          : kind === 'ImportDefaultSpecifier'
            ? 'default'
            : all,
      given: null,
      local: nameOf(local),
    })),
    isStar: false,
  }
}

/**
 * The names that statements export and do not take from another module; null: it cannot be told, as
 * of a module that exports by assignment or by a pattern.
 */
const ownOf = (body: readonly Statement[]): ReadonlySet<string> | null => {
  const exporting = body.filter(({ type }) => type.startsWith('Export'))
  if (exporting.length === 0) return null
  const names = exporting
    .filter(({ type, source }) => type === 'ExportNamedDeclaration' && source == null)
    .flatMap(({ declaration, specifiers = [] }) => {
      const { id, declarations = [] } = (declaration ?? {}) as {
        readonly id?: Named
        readonly declarations?: readonly { readonly id: Named }[]
      }
      return [
        ...(id === undefined ? [] : [id]),
        ...declarations.map((one) => one.id),
        ...specifiers.map(({ exported }) => exported ?? undefined),
      ]
    })
  return names.every((one) => one?.type === 'Identifier') ? new Set(names.map(nameOf)) : null
}

const read = (id: string, graph: ModuleGraph): Read => {
  const info = graph.getModuleInfo(id)
  const ids = [...(info?.importedIds ?? [])]
  const body =
    info?.code == null
      ? []
      : (parseAst(info.code) as unknown as { readonly body: readonly Statement[] }).body
  const naming = body.filter(({ source }) => source != null)
  const specs = [...new Set(naming.map(({ source }) => source?.value ?? ''))]
  // Where they cannot be told apart, everything is needed of everything.
  if (specs.length !== ids.length)
    return {
      links: ids.map((to) => ({ to, names: [{ taken: all, given: null }], isStar: false })),
      isBarrel: false,
      own: null,
    }
  const named = naming.map((statement) => ({
    to: ids[specs.indexOf(statement.source?.value ?? '')] ?? '',
    ...linkOf(statement),
  }))
  // `import { A } from 'a'` and `export { A }` hand on as `export { A } from 'a'` does.
  const handedOn = body
    .filter(
      ({ type, source, declaration }) =>
        type === 'ExportNamedDeclaration' && source == null && declaration == null,
    )
    .flatMap(({ specifiers = [] }) => specifiers)
  const links = named.map((link) => ({
    ...link,
    names: link.names.flatMap((one) => {
      const given = handedOn.flatMap(({ local, exported }) =>
        one.local === undefined || nameOf(local) !== one.local ? [] : [nameOf(exported ?? local)],
      )
      return given.length === 0 ? [one] : given.map((as) => ({ ...one, given: as }))
    }),
  }))
  const says = body.filter(
    ({ type, source, declaration, directive }) =>
      !(
        source != null ||
        directive !== undefined ||
        (type === 'ExportNamedDeclaration' && declaration == null)
      ),
  )
  return { links, isBarrel: body.length > 0 && says.length === 0, own: ownOf(body) }
}

/** The modules that `from` needs, itself included, by id. */
export const reachedModules = (
  from: readonly string[],
  graph: ModuleGraph,
): ReadonlySet<string> => {
  const reads = new Map<string, Read>()
  const asked = new Set<string>()
  const found = new Set<string>()
  const readOnce = (id: string): Read => {
    const known = reads.get(id) ?? read(id, graph)
    reads.set(id, known)
    return known
  }
  /** Whether a module that `export *` names may be what exports a name. */
  const mayOffer = (id: string, name: string, above: readonly string[] = []): boolean => {
    const { own, links } = readOnce(id)
    return (
      own === null ||
      own.has(name) ||
      links.some(
        ({ to, names, isStar }) =>
          names.some(({ given }) => given === name) ||
          (isStar && !above.includes(to) && mayOffer(to, name, [...above, id])),
      )
    )
  }
  const visit = (id: string, name: string): void => {
    if (asked.has(`${id} ${name}`)) return
    asked.add(`${id} ${name}`)
    const known = readOnce(id)
    if (known.isBarrel && name !== all) {
      for (const { to, names, isStar } of known.links) {
        if (isStar && mayOffer(to, name)) visit(to, name)
        for (const { taken, given } of names) if (given === name) visit(to, taken)
      }
      return
    }
    if (found.has(id)) return
    found.add(id)
    for (const { to, names, isStar } of known.links) {
      if (isStar || names.length === 0) visit(to, all)
      for (const { taken } of names) visit(to, taken)
    }
  }
  for (const id of from) visit(id, all)
  return found
}
