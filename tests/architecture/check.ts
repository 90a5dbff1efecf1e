import type { Edge, SourceFile } from './graph'
import {
  bannedInDomain,
  emptyNames,
  floors,
  generated,
  homes,
  onlyPackages,
  type Floor,
} from './rules'

/** One broken rule. `reason` is the rule, `detail` what broke it. */
export interface Refusal {
  readonly path: string
  readonly reason: string
  readonly detail: string
}

const escaped = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&')

/**
 * A pattern as an expression: `**` any depth, `*` one name, `<room>` one name that is remembered.
 */
const expression = (pattern: string, room: string | undefined): RegExp => {
  const parts = escaped(pattern)
    .replaceAll('<room>', room === undefined ? '(?<room>[^/]+)' : escaped(room))
    .replaceAll('**', '\u0000')
    .replaceAll('*', '[^/]*')
    .replaceAll('\u0000', '.*')
  return new RegExp(`^${parts}$`)
}
const matches = (path: string, patterns: readonly string[], room?: string): boolean =>
  patterns.some((pattern) => expression(pattern, room).test(path))

const floorOf = (path: string): { floor: Floor; room: string | undefined } | null => {
  for (const floor of floors) {
    for (const pattern of floor.files) {
      const found = expression(pattern, undefined).exec(path)
      if (found !== null) return { floor, room: found.groups?.room }
    }
  }
  return null
}

const inList = (name: string, list: readonly string[]): boolean =>
  list.some((entry) => (entry.endsWith('*') ? name.startsWith(entry.slice(0, -1)) : entry === name))

/** `@scope/name/deep` is of the package `@scope/name`, but homes may name deep paths. */
const packageRefusals = (path: string, { specifier }: Edge): Refusal[] => {
  const refuse = (reason: string): Refusal => ({ path, reason, detail: specifier })
  if (/^(@\/|~|#|\/)/.test(specifier)) return [refuse('alias')]
  const away = homes.filter(
    ({ packages, files }) => inList(specifier, packages) && !matches(path, files),
  )
  const alone = onlyPackages.filter(
    ({ packages, files }) => matches(path, files) && !inList(specifier, packages),
  )
  return away.length > 0 || alone.length > 0 ? [refuse('package')] : []
}

const edgeRefusals = (path: string, edge: Edge): Refusal[] => {
  if (!edge.specifier.startsWith('.')) return packageRefusals(path, edge)
  if (edge.file === null) return [{ path, reason: 'unresolved', detail: edge.specifier }]
  const owner = floorOf(path)
  if (owner === null) return [{ path, reason: 'no-floor', detail: path }]
  const { floor, room } = owner
  const allowed =
    matches(edge.file, floor.may, room) ||
    (edge.typeOnly && matches(edge.file, floor.mayTypes ?? [], room))
  return allowed
    ? []
    : [{ path, reason: 'floor', detail: `${floor.name} may not import ${edge.file}` }]
}

const domainRefusals = ({ path, names }: SourceFile): Refusal[] => {
  if (!path.startsWith('src/domain/')) return []
  const banned = [...bannedInDomain.members, ...bannedInDomain.globals, 'new Date()', 'Date()']
  return banned
    .filter((name) => names.has(name))
    .map((detail) => ({ path, reason: 'impure', detail }))
}

const shapeRefusals = (file: SourceFile): Refusal[] => {
  const { path } = file
  const seen: Refusal[] = file.errors.map((detail) => ({ path, reason: 'parse-error', detail }))
  const names = path.replace(/\.tsx?$/, '').split('/')
  for (const name of names)
    if ((emptyNames as readonly string[]).includes(name))
      seen.push({ path, reason: 'empty-name', detail: name })
  return seen
}

/**
 * Rings of files that import each other, types included (Tarjan's strongly connected components).
 */
const ringsOf = (files: readonly SourceFile[]): readonly (readonly string[])[] => {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const order = new Map<string, number>()
  const stack: string[] = []
  const rings: string[][] = []
  const visit = (path: string): number => {
    const mine = order.size
    order.set(path, mine)
    let lowest = mine
    stack.push(path)
    for (const { file } of byPath.get(path)?.edges ?? []) {
      if (file === null || !byPath.has(file)) continue
      if (file === path) rings.push([path])
      else if (!order.has(file)) lowest = Math.min(lowest, visit(file))
      else if (stack.includes(file)) lowest = Math.min(lowest, order.get(file) ?? lowest)
    }
    if (lowest === mine) {
      const ring = stack.splice(stack.indexOf(path))
      if (ring.length > 1) rings.push(ring.toSorted())
    }
    return lowest
  }
  for (const { path } of files) if (!order.has(path)) visit(path)
  return rings
}

/** Every broken rule of a code base. */
export const refusalsOf = (files: readonly SourceFile[]): readonly Refusal[] => [
  ...files.flatMap((file) => file.edges.flatMap((edge) => edgeRefusals(file.path, edge))),
  ...files
    .filter(({ path }) => !matches(path, [generated]))
    .flatMap((file) => [...domainRefusals(file), ...shapeRefusals(file)]),
  ...ringsOf(files).flatMap((ring) =>
    ring.map((path) => ({ path, reason: 'cycle', detail: ring.join(' ↔ ') })),
  ),
]
