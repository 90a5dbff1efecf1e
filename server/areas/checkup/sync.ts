import type { LoggedPart } from '../../engine/subject-parts'
import { checkupsById } from './rows'

/** Check-ups in a patient's record. */
export const syncedCheckups: LoggedPart = {
  key: 'c',
  type: 'Checkup',
  givenAs: 'checkupsByPatient',
  table: 'checkup',
  writtenAt: 'ended_at',
  first: 20,
  read: async ({ trx }, ids) =>
    [...(await checkupsById(trx, ids)).values()].map((checkup) => ({
      __typename: 'Checkup',
      ...checkup,
    })),
}
