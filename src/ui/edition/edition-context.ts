import { createContext, use } from 'react'
import { texts, type Edition, type Texts } from '../../texts'

interface EditionValue {
  readonly edition: Edition
  readonly setEdition: (next: Edition) => void
}

/** UK is the default edition (P019). */
export const EditionContext = createContext<EditionValue>({
  edition: 'en-GB',
  setEdition: () => undefined,
})

export const useEdition = (): Edition => use(EditionContext).edition

export const useSetEdition = (): ((next: Edition) => void) => use(EditionContext).setEdition

export const useTexts = (): Texts => texts(useEdition())
