import { GraphQLError, Kind } from 'graphql'
import type {
  ASTVisitor,
  DocumentNode,
  FragmentDefinitionNode,
  SelectionSetNode,
  ValidationContext,
} from 'graphql'

/**
 * Bounds of one operation (design/security.md, B1). The deepest document of the portal is a patient
 * with its check-up: 5.
 */
export const documentLimits = { depth: 8, aliases: 8, tokens: 1000, rootFields: 10 } as const

interface Cost {
  readonly depth: number
  readonly aliases: number
  readonly fields: number
}

/**
 * Depth, and aliases with every spread of a fragment counted. `path` holds the fragments being
 * read: a ring is cut.
 */
function costOf(
  set: SelectionSetNode | undefined,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  path: readonly string[],
): Cost {
  let depth = 0
  let aliases = 0
  let fields = 0
  for (const selection of set?.selections ?? []) {
    if (selection.kind === Kind.FIELD) {
      const inner = costOf(selection.selectionSet, fragments, path)
      depth = Math.max(depth, inner.depth + 1)
      aliases += inner.aliases + (selection.alias === undefined ? 0 : 1)
      fields += 1
      continue
    }
    const name = selection.kind === Kind.FRAGMENT_SPREAD ? selection.name.value : null
    if (name !== null && (path.includes(name) || path.length > documentLimits.depth)) continue
    const inner =
      name === null
        ? costOf(
            selection.kind === Kind.INLINE_FRAGMENT ? selection.selectionSet : undefined,
            fragments,
            path,
          )
        : costOf(fragments.get(name)?.selectionSet, fragments, [...path, name])
    depth = Math.max(depth, inner.depth)
    aliases += inner.aliases
    fields += inner.fields
    if (aliases > documentLimits.aliases) break
  }
  return { depth, aliases, fields }
}

const fragmentsOf = (document: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> =>
  new Map(
    document.definitions.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [],
    ),
  )

/** Validation rule: an operation may not be deeper, wider or more aliased than documentLimits. */
export function limitDocument(context: ValidationContext): ASTVisitor {
  const fragments = fragmentsOf(context.getDocument())
  const refuse = (what: string): void =>
    context.reportError(
      new GraphQLError(`The operation has ${what}`, { extensions: { code: 'BAD_USER_INPUT' } }),
    )
  return {
    OperationDefinition(node) {
      const cost = costOf(node.selectionSet, fragments, [])
      if (cost.depth > documentLimits.depth) refuse(`more than ${documentLimits.depth} levels`)
      if (cost.aliases > documentLimits.aliases)
        refuse(`more than ${documentLimits.aliases} aliases`)
      if (cost.fields > documentLimits.rootFields)
        refuse(`more than ${documentLimits.rootFields} fields at its root`)
    },
  }
}
