import type { EntityType } from '../../schema/generated/resolvers'

/** A row of any kind that devices hold, named so that GraphQL can tell which. */
export interface Entity {
  readonly __typename: EntityType
  readonly id: string
}
