import { inEditions } from './overlay'

/** What senders sent and was not stored, or not whole, below the API keys. */
const enGB = {
  title: 'Refused deliveries',
  text: 'What devices and other systems sent in the last 7 days and was not stored. The same of one day is one line.',
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
    INVALID_BODY: 'Not as it should be',
    ID_ALREADY_USED: 'Another one was sent under the same id',
    CHAT_OFF: 'This organisation has no patient chat',
    CHAT_CLOSED: 'The patient is not admitted',
  } as Readonly<Record<string, string>>,
  of: (reason: string, fields: readonly string[]): string =>
    fields.length === 0 ? reason : `${reason}: ${fields.join(', ')}`,
  noPatient: 'None',
  none: { title: 'Nothing was refused', text: 'In the last 7 days all that was sent was stored.' },
  failed: 'Refused deliveries could not be loaded',
  cut: {
    title: 'Check-ups with readings that are not usable',
    text: 'The rest of each was stored and scored. Of patients whose record you may open.',
    headings: { patient: 'Patient', readings: 'Not usable', receivedAt: 'Arrived' },
    none: { title: 'All readings were usable', text: 'In the last 7 days nothing was left out.' },
  },
}

export const refusedDeliveriesTexts = inEditions(enGB, {
  reasons: {
    ...enGB.reasons,
    PATIENT_NOT_FOUND: 'This organization has no such patient',
    CHAT_OFF: 'This organization has no patient chat',
  },
})
