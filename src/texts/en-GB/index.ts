import { checkup } from './checkup'
import { internal } from './internal'
import { patient } from './patient'
import { shell } from './shell'
import { signIn } from './sign-in'
import { terms } from './terms'
import { ui } from './ui'
import { virtualWard } from './virtual-ward'
import { welcome } from './welcome'

/** Every text of the UK edition, by area; the other editions are measured against it. */
export const enGB = { checkup, internal, patient, shell, signIn, terms, ui, virtualWard, welcome }
