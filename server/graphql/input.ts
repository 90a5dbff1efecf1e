import { GraphQLError, GraphQLID, getNamedType, Kind, typeFromAST } from 'graphql'
import type { ASTNode, ASTVisitor, DocumentNode, GraphQLSchema, ValidationContext } from 'graphql'
import { findUnstorable, isStorableText, unstorableMessage } from '../../src/domain/text/storable'
import { badInput } from './errors'

/**
 * Characters an id has at most: a signed session id of the sync protocol is the longest of ours.
 */
const longestId = 600
const tooLong = `Must have ${longestId} characters or fewer`

const isArgument = (
  node: ASTNode | readonly ASTNode[],
): node is Extract<ASTNode, { kind: Kind.ARGUMENT }> =>
  'kind' in node && node.kind === Kind.ARGUMENT

/**
 * Validation rule: no text written in a document holds what cannot be stored, and no id there is
 * longer than one can be.
 */
export const checkLiterals = (context: ValidationContext): ASTVisitor => ({
  StringValue(node, _key, _parent, _path, ancestors) {
    const message = !isStorableText(node.value)
      ? unstorableMessage
      : node.value.length > longestId && getNamedType(context.getInputType()) === GraphQLID
        ? tooLong
        : null
    if (message === null) return
    const path = ancestors.find(isArgument)?.name.value ?? context.getArgument()?.name ?? ''
    context.reportError(
      new GraphQLError(message, {
        nodes: node,
        extensions: badInput([{ path, message }]).extensions,
      }),
    )
  },
})

/** The same for the variables of an operation. @returns what is wrong, or null */
export function variableError(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null,
  variables: Readonly<Record<string, unknown>>,
): GraphQLError | null {
  const path = findUnstorable(variables)
  if (path !== null) return badInput([{ path, message: unstorableMessage }])
  const operation = document.definitions.find(
    (node) =>
      node.kind === Kind.OPERATION_DEFINITION &&
      (operationName === null || node.name?.value === operationName),
  )
  const definitions =
    operation?.kind === Kind.OPERATION_DEFINITION ? (operation.variableDefinitions ?? []) : []
  for (const { variable, type } of definitions) {
    const name = variable.name.value
    // typeFromAST has one overload per kind of node.
    const named = getNamedType(
      type.kind === Kind.NAMED_TYPE
        ? typeFromAST(schema, type)
        : type.kind === Kind.LIST_TYPE
          ? typeFromAST(schema, type)
          : typeFromAST(schema, type),
    )
    if (
      named === GraphQLID &&
      [variables[name]].flat().some((id) => typeof id === 'string' && id.length > longestId)
    )
      return badInput([{ path: name, message: tooLong }])
  }
  return null
}
