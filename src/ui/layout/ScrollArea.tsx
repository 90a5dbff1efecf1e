import type { ReactNode, Ref, UIEvent } from 'react'

interface ScrollAreaProps {
  readonly label: string
  readonly className: string | undefined
  readonly ref?: Ref<HTMLElement>
  /** Of what is added to and read in order, such as a chat; a region unless told. */
  readonly role?: 'log'
  readonly onScroll?: (event: UIEvent<HTMLElement>) => void
  readonly children: ReactNode
}

/** An area that scrolls by itself: it has a name, and is reached by keys. */
export function ScrollArea({ label, role, children, ...rest }: ScrollAreaProps) {
  return (
    <section aria-label={label} role={role} tabIndex={0} {...rest}>
      {children}
    </section>
  )
}
