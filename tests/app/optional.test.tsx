// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { Component, lazy, type ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Optional } from '../../src/app/shell/Optional'

afterEach(cleanup)

class Around extends Component<
  { readonly children: ReactNode },
  { readonly failed: string | null }
> {
  override state = { failed: null as string | null }
  static getDerivedStateFromError(thrown: unknown): { readonly failed: string } {
    return { failed: String(thrown) }
  }
  override render(): ReactNode {
    return this.state.failed ?? this.props.children
  }
}

const failing = (message: string) => lazy(() => Promise.reject(new TypeError(message)))
const draw = (Part: ReturnType<typeof failing>) =>
  render(
    <Around>
      <p>The page</p>
      <Optional>
        <Part />
      </Optional>
    </Around>,
  )

test('a part of the frame whose code does not arrive is missing, and the page stays', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  draw(failing('Failed to fetch dynamically imported module: /assets/LeaseNotice.js'))
  await vi.waitFor(() => expect(console.error).toHaveBeenCalled())
  expect(screen.getByText('The page')).toBeDefined()
})

test('a fault of the part itself is the page’s', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  draw(failing('undefined is not a function'))
  expect(await screen.findByText('TypeError: undefined is not a function')).toBeDefined()
})
