import { inEditions } from './overlay'

/** What senders sent and was not stored, or not whole, below the API keys. */
const enGB = {
  title: 'Refused deliveries',
  text: 'What devices and other systems sent with a key of this organisation in the last 7 days, and was not stored. The same of one day is one line. The newest 50 are shown.',
  headings: {
    kind: 'What',
    reason: 'Why',
    patient: 'Patient, as sent',
    times: 'Times',
    lastAt: 'Last',
    apiKey: 'Api Key',
  },
  kinds: {
    checkups: 'Check-up',
    'monitoring-buckets': 'Monitoring',
    waveforms: 'ECG',
    'callback-requests': 'Request to be called',
    files: 'File',
    'chat-messages': 'Chat message',
  } as Readonly<Record<string, string>>,
  reasons: {
    PATIENT_NOT_FOUND: 'This organisation has no such patient',
    MALFORMED_JSON: 'Not readable',
    INVALID_BODY: 'Not as it should be',
    ID_ALREADY_USED: 'Another one was sent under the same id',
    CHAT_OFF: 'This organisation has no patient chat',
    CHAT_CLOSED: 'The patient is not admitted',
  } as Readonly<Record<string, string>>,
  of: (reason: string, fields: readonly string[]): string =>
    fields.length === 0 ? reason : `${reason}: ${fields.join(', ')}`,
  noPatient: 'Not told',
  none: {
    title: 'Nothing was refused',
    text: 'In the last 7 days. What was not signed with a valid key is not listed.',
  },
  failed: 'Refused deliveries could not be loaded',
  cut: {
    title: 'Check-ups with readings that are not usable',
    text: 'The rest of each was stored and scored. Of the last 7 days and of patients whose record you may open; the newest 50 are shown.',
    headings: { patient: 'Patient', readings: 'Not usable', receivedAt: 'Arrived' },
    none: {
      title: 'Nothing was left out',
      text: 'In the last 7 days, of patients whose record you may open.',
    },
  },
}

export const refusedDeliveriesTexts = inEditions(enGB, {
  text: 'What devices and other systems sent with a key of this organization in the last 7 days, and was not stored. The same of one day is one line. The newest 50 are shown.',
  reasons: {
    ...enGB.reasons,
    PATIENT_NOT_FOUND: 'This organization has no such patient',
    CHAT_OFF: 'This organization has no patient chat',
  },
})
