import { Component, Suspense, type ReactNode } from 'react'
import { isNotLoaded } from '../load-again'

/**
 * A part of the frame whose code is fetched when it is first drawn. Where that does not arrive the
 * part is missing, and never the page around it: without a connection the page is all there is.
 */
export class Optional extends Component<
  { readonly children: ReactNode },
  { readonly thrown: unknown }
> {
  override state = { thrown: null as unknown }

  static getDerivedStateFromError(thrown: unknown): { readonly thrown: unknown } {
    return { thrown }
  }

  override render(): ReactNode {
    const { thrown } = this.state
    if (thrown === null) return <Suspense>{this.props.children}</Suspense>
    if (isNotLoaded(thrown)) return null
    throw thrown
  }
}
