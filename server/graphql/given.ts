import { givenPrefix, linkDevice, readWindow } from '../../src/domain/record-read/record-read'
import type { Trx } from '../db/database'
import type { Scope } from './scope'

/**
 * What of a record each query gives out, as record_read names it; another one gives the record. Null:
 * nothing that a look is kept of, but for an emergency access.
 */
const kinds: Readonly<Record<string, string | null>> = {
  checkup: 'checkups',
  checkupsByPatient: 'checkups',
  checkupFiles: 'checkups',
  monitoringChunks: 'monitoring',
  continuousMonitoring: 'monitoring',
  waveform: 'ecg',
  waveforms: 'ecg',
  waveformEvents: 'ecg',
  patientNotes: 'notes',
  patientChat: 'chat',
  patientReport: 'reports',
  actionLogs: 'action-log',
  syncPull: 'device',
  // A card: everybody of a ward has it before their eyes all day (docs/decisions/0037).
  patientOnBoard: null,
  continuousMonitoringSession: null,
  waveformReadingsMetadata: null,
  patientFlags: null,
  earlierScoring: null,
  selfCareLogin: null,
  selfCareReset: null,
  patientRemoval: null,
  transferTargets: null,
  emergencyAccess: null,
  recordReads: null,
  // Each opening of a document is in the action log.
  patientDocuments: null,
  documentAddress: null,
}

/** One row of record_read, but for who looked. */
interface Look {
  readonly patientId: string
  readonly screen: string
  readonly device: string
  /** Where the time begins in which it counts once, epoch milliseconds. */
  readonly windowMs: number
  readonly readMs: number
}

/** Keeps looks of a user; one that is there already changes nothing. */
export const keepLooks = async (
  trx: Trx,
  { acting, loggedInAs }: Pick<Scope, 'acting' | 'loggedInAs'>,
  looks: readonly Look[],
  nowMs: number,
): Promise<void> => {
  if (looks.length === 0) return
  const iso = (ms: number): string => new Date(ms).toISOString()
  await trx
    .insertInto('record_read')
    .values(
      looks.map(({ patientId, screen, device, windowMs, readMs }) => ({
        organization_id: acting.organizationId,
        patient_id: patientId,
        // Of a link: who made it, and the link in the place of a device.
        user_id: acting.link?.makerId ?? acting.userId,
        roles: JSON.stringify(acting.roles),
        logged_in_as: loggedInAs ?? '',
        screen,
        device: acting.link === undefined ? device : linkDevice(acting.userId),
        window_at: iso(windowMs),
        read_at: iso(readMs),
        received_at: iso(nowMs),
      })),
    )
    .onConflict((on) => on.doNothing())
    .execute()
}

/** The device of a row that no portal told: shorter than a device may name itself. */
const serverDevice = 'server'

/** Hears which records one query gives out, and by which of them an emergency access alone opens. */
export const hearGiven = (
  who: Pick<Scope, 'acting' | 'loggedInAs'>,
  operation: string,
  device = serverDevice,
) => {
  const heard = new Map<string, boolean>()
  const kind = operation in kinds ? kinds[operation] : 'record'
  // No device keeps what a link gives.
  const named = kind === 'device' && who.acting.link !== undefined ? 'record' : kind
  return {
    hear: (patientId: string, inEmergency: boolean): void =>
      void heard.set(patientId, inEmergency || heard.get(patientId) === true),
    /**
     * Keeps them in the transaction that answers: what is given out is written down, whatever the
     * reader's browser tells. Once in ten minutes, by an emergency access each time.
     */
    keep: (trx: Trx, nowMs: number): Promise<void> =>
      keepLooks(
        trx,
        who,
        // In one order, or two answers at once could wait for each other.
        [...heard]
          .filter(([, inEmergency]) => inEmergency || named !== null)
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([patientId, inEmergency]) => ({
            patientId,
            screen: `${givenPrefix}${named ?? 'record'}`,
            device,
            windowMs: inEmergency ? nowMs : readWindow(nowMs),
            readMs: nowMs,
          })),
        nowMs,
      ),
  }
}
