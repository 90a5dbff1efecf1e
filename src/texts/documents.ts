import { inEditions } from './overlay'

/** Documents of a patient. */
const enGB = {
  summary: 'Discharge summary',
  open: 'Open the discharge summary (PDF)',
  due: 'The discharge summary is being made.',
  failed: 'The discharge summary could not be made.',
  retry: 'Make it again',
  notOpened: 'The discharge summary could not be opened',
  listFailed: 'The discharge summary could not be looked up',
  offline: 'The discharge summary needs a connection.',
  blocked: 'The browser blocked the new tab. This link opens it for five minutes:',
}

export const documentsTexts = inEditions(enGB, {})
