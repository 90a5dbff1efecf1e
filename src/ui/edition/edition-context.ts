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

/** The edition in use. */
export const useEdition = (): Edition => use(EditionContext).edition

/** Chooses the edition of this device. */
export const useSetEdition = (): ((next: Edition) => void) => use(EditionContext).setEdition

/** The texts of the edition in use. */
export const useTexts = (): Texts => texts(useEdition())
