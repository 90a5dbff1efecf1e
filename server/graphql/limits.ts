import { GraphQLError, Kind } from 'graphql'
import type {
  DocumentNode,
  FragmentDefinitionNode,
  OperationDefinitionNode,
  SelectionSetNode,
} from 'graphql'

/**
 * Bounds of one operation (design/security.md, B1). The deepest document of the portal is a patient
 * with its check-up: 5; the widest, SyncPush, has 1,045 fields with those of its fragments.
 */
export const documentLimits = {
  depth: 8,
  aliases: 8,
  tokens: 1500,
  rootFields: 10,
  fields: 5000,
  characters: 32_768,
} as const

/**
 * Bounds of the variables of one operation. The most members have the 2,000 people of a sheet: about
 * 12,000.
 */
const variableLimits = { levels: 64, members: 20_000 } as const

/** Whether a value has more levels or members than variables may. Linear, and not by recursion. */
const isTooLarge = (value: unknown): boolean => {
  const left: { readonly value: unknown; readonly level: number }[] = [{ value, level: 0 }]
  let members = 0
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue
    if (next.level >= variableLimits.levels) return true
    const level = next.level + 1
    for (const member of Object.values(next.value)) {
      members += 1
      if (members > variableLimits.members) return true
      left.push({ value: member, level })
    }
  }
  return false
}

/**
 * What is answered to a document or to variables that are too long to be looked at, or null. Asked
 * before anything is parsed.
 */
export function lengthError(query: unknown, variables: unknown): GraphQLError | null {
  const refusal =
    typeof query === 'string' && query.length > documentLimits.characters
      ? `The document has more than ${documentLimits.characters} characters`
      : isTooLarge(variables)
        ? `The variables have more than ${variableLimits.levels} levels or ${variableLimits.members} members`
        : null
  return refusal === null
    ? null
    : new GraphQLError(refusal, { extensions: { code: 'BAD_USER_INPUT' } })
}

/** What an operation asks for, with every spread of a fragment counted. */
interface Cost {
  readonly depth: number
  readonly aliases: number
  readonly rootFields: number
  readonly fields: number
}

type Fragments = Readonly<Record<string, FragmentDefinitionNode | undefined>>

const nothing: Cost = { depth: 0, aliases: 0, rootFields: 0, fields: 0 }
/** Sums stop here: spreads double them at each level, and every bound is far below. */
const enough = 1e6

/**
 * Reads each fragment once, so that the time is linear in the length of the document. A fragment
 * that is being read counts nothing: a ring is cut, and refused by another rule.
 */
const costReader = (fragments: Fragments): ((set: SelectionSetNode | undefined) => Cost) => {
  const known = new Map<string, Cost>()
  const ofFragment = (name: string): Cost => {
    const read = known.get(name)
    if (read !== undefined) return read
    known.set(name, nothing)
    const cost = costOf(fragments[name]?.selectionSet)
    known.set(name, cost)
    return cost
  }
  const costOf = (set: SelectionSetNode | undefined): Cost => {
    let { depth, aliases, rootFields, fields } = nothing
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.FIELD) {
        const inner = costOf(selection.selectionSet)
        depth = Math.max(depth, inner.depth + 1)
        aliases += inner.aliases + (selection.alias === undefined ? 0 : 1)
        fields += inner.fields + 1
        rootFields += 1
      } else {
        const inner =
          selection.kind === Kind.FRAGMENT_SPREAD
            ? ofFragment(selection.name.value)
            : costOf(selection.selectionSet)
        depth = Math.max(depth, inner.depth)
        aliases += inner.aliases
        fields += inner.fields
        rootFields += inner.rootFields
      }
    }
    return {
      depth,
      aliases: Math.min(aliases, enough),
      rootFields: Math.min(rootFields, enough),
      fields: Math.min(fields, enough),
    }
  }
  return costOf
}

/** The cost of a document's operations: of each number the largest. */
export function costOfDocument(document: DocumentNode): Cost {
  const fragments: Record<string, FragmentDefinitionNode> = Object.create(null)
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments[node.name.value] = node
  const costOf = costReader(fragments)
  return document.definitions
    .filter((node) => node.kind === Kind.OPERATION_DEFINITION)
    .map((node) => costOf(node.selectionSet))
    .reduce(
      (most, cost) => ({
        depth: Math.max(most.depth, cost.depth),
        aliases: Math.max(most.aliases, cost.aliases),
        rootFields: Math.max(most.rootFields, cost.rootFields),
        fields: Math.max(most.fields, cost.fields),
      }),
      nothing,
    )
}

/** How many fields an operation has at its root, those of fragments too. */
export const rootFieldsOf = (operation: OperationDefinitionNode, fragments: Fragments): number =>
  costReader(fragments)(operation.selectionSet).rootFields

/** Why a document of this cost is not run, or null. */
export function refusalOf(cost: Cost): string | null {
  const over = (
    [
      ['depth', 'levels'],
      ['aliases', 'aliases'],
      ['rootFields', 'fields at its root'],
      ['fields', 'fields'],
    ] as const
  ).find(([bound]) => cost[bound] > documentLimits[bound])
  return over === undefined
    ? null
    : `The operation has more than ${documentLimits[over[0]]} ${over[1]}`
}

/** What is answered instead of a document that asks for too much, or null. */
export function documentError(document: DocumentNode): GraphQLError | null {
  const refusal = refusalOf(costOfDocument(document))
  return refusal === null
    ? null
    : new GraphQLError(refusal, { extensions: { code: 'BAD_USER_INPUT' } })
}
