import { GraphQLError, Kind, OperationTypeNode, parse, visit } from 'graphql'
import type { ASTVisitor, DocumentNode, ValidationContext } from 'graphql'
import { documentLimits } from './limits'

/**
 * Validation rule of the hardened endpoint: the schema is not told. `__type` passes, since
 * hideTypes answers it.
 */
export const refuseSchema = (context: ValidationContext): ASTVisitor => ({
  Field(node) {
    if (node.name.value === '__schema')
      context.reportError(
        new GraphQLError('GraphQL introspection has been disabled', {
          nodes: [node],
          extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
        }),
      )
  },
})

/**
 * Makes `__type` answer null whatever it asks for, as for a type that does not exist: it tells
 * nothing, and a document with variables that touches no data can still be run (audit 28B9 of
 * graphql-http, a MUST).
 */
export const hideTypes = (document: DocumentNode): DocumentNode =>
  visit(document, {
    Field(node) {
      if (node.name.value !== '__type') return undefined
      const name = {
        kind: Kind.ARGUMENT,
        name: { kind: Kind.NAME, value: 'name' },
        value: { kind: Kind.STRING, value: '' },
      } as const
      return { ...node, arguments: [name] }
    },
  })

/**
 * True for a document that reads nothing but whether GraphQL is here: one query of `__typename` and
 * `__type` alone.
 */
export function isProbe(source: string): boolean {
  try {
    const [operation, ...others] = parse(source, { maxTokens: documentLimits.tokens }).definitions
    return (
      others.length === 0 &&
      operation?.kind === Kind.OPERATION_DEFINITION &&
      operation.operation === OperationTypeNode.QUERY &&
      operation.selectionSet.selections.every(
        (node) => node.kind === Kind.FIELD && ['__typename', '__type'].includes(node.name.value),
      )
    )
  } catch {
    return false
  }
}
