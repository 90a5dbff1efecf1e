import type { Catalogue } from '../engine/catalogue'
import {
  ackResults,
  deliverIdle,
  discard,
  endSession,
  hello,
  outcomes,
  pull,
  push,
  tellIdle,
} from './device-sync'
import { didLogin, me, setActingOrganization } from './session'

/** What the portal hands to the engine, beside its entities. */
export const catalogue: Omit<Catalogue, 'entities'> = {
  protocol: {
    ackResults,
    deliverIdle,
    discard,
    endSession,
    hello,
    outcomes,
    pull,
    push,
    tellIdle,
  },
  account: { me, didLogin, setActingOrganization },
  found: ['waveformEvents'],
}
