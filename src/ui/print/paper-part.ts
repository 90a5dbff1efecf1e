import { useEffect } from 'react'

/** What a screen says of itself on paper. */
export interface PaperPart {
  /** Whose it is: a patient's identity, or a ward. */
  readonly subject: string
  /** Of when the data is, epoch milliseconds; null: not known. */
  readonly asOf: number | null
  readonly landscape?: boolean
}

/** Who prints. */
export interface PaperFrame {
  readonly organization: string
  readonly printedBy: string
}

let frame: PaperFrame | null = null
const parts: { readonly current: PaperPart }[] = []

/** The app says who is signed in; null: nobody. */
export const setPaperFrame = (next: PaperFrame | null): void => {
  frame = next
}

export const paperFrame = (): PaperFrame | null => frame

/** What the screen that was opened last says; null: it says nothing. */
export const paperPart = (): PaperPart | null => parts.at(-1)?.current ?? null

/**
 * Says what stands at the edges of each sheet of this screen, and that its buttons are not printed.
 * One with `data-print="keep"` is: a chip that opens something and also tells something.
 */
export const usePaper = (
  subject: string,
  asOf: number | null,
  { landscape = false }: { readonly landscape?: boolean } = {},
): void => {
  useEffect(() => {
    const one = { current: { subject, asOf, landscape } }
    parts.push(one)
    return () => {
      const at = parts.indexOf(one)
      if (at !== -1) parts.splice(at, 1)
    }
  }, [subject, asOf, landscape])
}
