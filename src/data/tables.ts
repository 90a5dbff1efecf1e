import type { StoreTables } from '../engine/store'

/**
 * The tables of the portal's entities. A new one is appended, with the next number in `since`. The
 * store's own tables changed with number 2.
 */
export const tables: StoreTables = [
  { name: 'virtualWardPatient', since: 1, pulled: true, isRoster: true },
  { name: 'virtualWardFilter', since: 1, pulled: false },
  { name: 'patient', since: 1, pulled: true },
  { name: 'checkup', since: 1, pulled: true },
  { name: 'note', since: 1, pulled: true },
  { name: 'monitoringChunk', since: 1, pulled: true },
  { name: 'waveformSpan', since: 1, pulled: true },
  { name: 'waveformEvent', since: 1, pulled: true },
  { name: 'waveform', since: 1, pulled: true, isSized: true },
  { name: 'chatMessage', since: 3, pulled: true },
]
