import type { Edition } from '../domain/organization/organization'
import { doorsTexts } from './doors'
import { shellTexts } from './shell'
import { signInTexts } from './sign-in'
import { uiTexts } from './ui'

export type { DeepPartial, Text } from './types'
export type { Edition } from '../domain/organization/organization'

const inEdition = (edition: Edition) => ({
  doors: doorsTexts(edition),
  shell: shellTexts(edition),
  signIn: signInTexts(edition),
  ui: uiTexts(edition),
})

/** The texts of the first load. A screen's own come with it: one file per area beside this one. */
export type Texts = ReturnType<typeof inEdition>

const all: Readonly<Record<Edition, Texts>> = {
  'en-GB': inEdition('en-GB'),
  'en-US': inEdition('en-US'),
}

/** The texts of an edition; the same object each time. */
export const texts = (edition: Edition): Texts => all[edition]
