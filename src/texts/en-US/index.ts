import { checkup } from './checkup'
import { internal } from './internal'
import { patient } from './patient'
import { shell } from './shell'
import { signIn } from './sign-in'
import { terms } from './terms'
import { ui } from './ui'
import { virtualWard } from './virtual-ward'
import { welcome } from './welcome'
import type { enGB } from '../en-GB'
import type { DeepPartial } from '../types'

/** What differs in the US edition, by area. */
export const enUS: DeepPartial<typeof enGB> = {
  checkup,
  internal,
  patient,
  shell,
  signIn,
  terms,
  ui,
  virtualWard,
  welcome,
}
