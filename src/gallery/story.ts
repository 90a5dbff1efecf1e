import type { ReactNode } from 'react'

/** One page of the gallery: a piece in all its states, or a composition. */
export interface Story {
  readonly id: string
  readonly title: string
  readonly render: () => ReactNode
}
