import { randomBytes } from 'node:crypto'
import type { EhrIntegrationType } from '../../src/domain/ehr-integration/integration'
import type { Trx } from '../db/database'
import type { SecretBox } from '../secret-box'
import { organizationOf } from './organizations'
import { demonstrationPathways } from './pathways'
import { demonstrationId } from './random'

/** The demonstration's own receiver (server/ehr/demo-receiver.ts), on the port of the server. */
const receiver = 'http://127.0.0.1/Prod/demo-ehr'

/** What each pathway of Riverside sends to: one takes it, one needs an approver, one refuses. */
const kinds: readonly {
  readonly key: string
  readonly name: string
  readonly type: EhrIntegrationType
  readonly answers: 'accept' | 'refuse' | 'fail'
}[] = [
  { key: 'note', name: 'Shared care record', type: 'CareNote', answers: 'accept' },
  { key: 'message', name: 'Practice record', type: 'PreApprovedMessage', answers: 'accept' },
  { key: 'care-home', name: 'Care-home record', type: 'CareHomeInteraction', answers: 'refuse' },
]

/** Sets up what Riverside sends to. The secrets are sealed anew at each start, as the keys are. */
export const seedIntegrations = async (
  trx: Trx,
  secrets: Pick<SecretBox, 'seal'>,
  at: string,
): Promise<void> => {
  for (const pathway of demonstrationPathways.filter((one) => one.organization === 'riverside'))
    for (const { key, name, type, answers } of kinds) {
      const id = demonstrationId('ehr-integration', pathway.key, key)
      const secret = secrets.seal(id, randomBytes(32).toString('base64url'))
      await trx
        .insertInto('ehr_integration')
        .values({
          id,
          organization_id: organizationOf(pathway.organization).id,
          care_pathway_id: pathway.id,
          name,
          integration_type: type,
          trigger_type: 'Manual',
          address: `${receiver}/${answers}`,
          secret,
          created_at: at,
          updated_at: at,
        })
        .onConflict((on) => on.column('id').doUpdateSet({ secret }))
        .execute()
    }
}
