import { inEditions } from './overlay'

/**
 * What a room says before it is loaded: the titles of its pages in the browser's tab, and its name
 * in the navigation. One line per page: all of it comes with the first load.
 */
const enGB = {
  admin: 'Internal staff',
  apiKeys: 'API Keys',
  checkup: 'Check-up',
  notes: 'Notes',
  patient: 'Patient Record',
  platformTerms: 'Platform terms',
  settings: 'Settings',
  terms: 'Welcome',
  virtualWard: 'Virtual Ward',
  /** In the navigation. */
  virtualWardEntry: 'Virtual ward',
  vitals: 'Vitals',
  welcome: 'Welcome',
}

/** The texts in an edition; the same object each time. */
export const doorsTexts = inEditions(enGB, {})
