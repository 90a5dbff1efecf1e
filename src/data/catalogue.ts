import type { Catalogue } from '../engine/catalogue'
import { didLogin, me, setActingOrganization } from './session'

/** What the portal hands to the engine, beside its entities. */
export const catalogue: Omit<Catalogue, 'entities'> = {
  account: { me, didLogin, setActingOrganization },
  found: ['waveformEvents'],
  logs: ['actionLogs'],
}
