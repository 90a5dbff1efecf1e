import type { Catalogue } from '../engine/catalogue'
import {
  ackResults,
  deliverIdle,
  discard,
  endSession,
  hello,
  older,
  outcomes,
  pull,
  push,
  tellIdle,
} from './device-sync'
import { noteRecordReads } from './record-read'
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
    older,
    push,
    tellIdle,
    looked: noteRecordReads,
  },
  account: { me, didLogin, setActingOrganization },
  found: ['waveformEvents'],
  logs: ['actionLogs'],
}
