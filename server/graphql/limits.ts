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
  tokens: 1000,
  rootFields: 10,
  fields: 5000,
} as const

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
