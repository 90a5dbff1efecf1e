import { inEditions } from './overlay'
import type { DeepPartial } from './types'

/** Texts of the form kit: loaded with the first form, not with the first load. */
const enGB = {
  cancel: 'Cancel',
  save: 'Save',
  choose: 'Choose…',
  missing: (label: string) => `Fill in “${label}”`,
  notChosen: (label: string) => `Choose “${label}”`,
  notSaved: 'Not saved',
  kept: 'What you typed is kept on this device until you save or cancel.',
  unknown: {
    title: 'It is not known whether this was saved',
    checking: 'Checking whether this was saved…',
    text: 'The connection was lost before the answer came. Lamplight keeps checking, and nothing is saved twice.',
    offline: 'The connection was lost. Lamplight checks when you are online.',
    check: 'Check now',
    leaveTitle: 'Close without knowing whether this was saved?',
    leaveText: 'It may be saved already. Look for it before you enter it again.',
    leave: 'Close anyway',
    stay: 'Keep checking',
  },
  discard: {
    title: 'Discard what you typed?',
    text: 'It is not saved.',
    yes: 'Discard',
    no: 'Keep editing',
  },
  secret: {
    warning: 'Copy it now. For safety it is shown only this once.',
    copy: (label: string) => `Copy ${label}`,
    done: 'I have copied it',
  },
}
const enUS: DeepPartial<typeof enGB> = {}

export type FormTexts = typeof enGB

/** The texts in an edition; the same object each time. */
export const formTexts = inEditions(enGB, enUS)
