import { inEditions } from './overlay'
import type { DeepPartial } from './types'

const rows = (count: number): string => (count === 1 ? '1 row' : `${count} rows`)

const enGB = {
  offline: {
    shown: 'Offline. This is what was last received.',
    title: 'Not available offline',
    text: 'This is not kept on this device. It is loaded when the connection is back.',
  },
  /** Of rows of which not all are on this device. */
  notAllHere: {
    none: {
      notes: 'This device does not have all notes of this patient. Some may be missing.',
      messages: 'This device does not have all messages. Some may be missing.',
      checkups: 'This device does not have all check-ups of this patient. Some may be missing.',
      patients: 'This device does not have all patients of your wards. Some may be missing.',
    },
    from: {
      notes: (when: string): string =>
        `This device has all notes from ${when} on only. Earlier ones may be missing.`,
      messages: (when: string): string =>
        `This device has all messages from ${when} on only. Earlier ones may be missing.`,
      checkups: (when: string): string =>
        `This device has all check-ups from ${when} on only. Earlier ones may be missing.`,
    },
    offline: 'The rest loads when you are online.',
    loading: 'The rest is loading.',
  },
  failed: 'This could not be loaded',
  older: 'Show older',
  period: {
    label: 'Period',
    lengths: { 24: '24 hours', 72: '3 days', 168: '7 days', 336: '14 days', 720: '30 days' },
    days: 'Choose days',
    from: 'From',
    to: 'To',
    faults: {
      'no-start': 'Enter the first day',
      'no-end': 'Enter the last day',
      'end-before-start': 'The last day is before the first',
      future: 'The last day is in the future',
      'too-long': 'A period is at most one year',
    },
  },
  table: {
    rows,
    sortBy: 'Sort by',
    unsorted: 'As listed',
    ascending: (heading: string) => `${heading}, ascending`,
    descending: (heading: string) => `${heading}, descending`,
    perPage: 'Rows per page',
    actions: 'Actions',
    actionsFor: (name: string) => `Actions for ${name}`,
    select: (name: string) => `Select ${name}`,
    selectPage: 'Select all rows on this page',
    selection: 'Selection',
    selected: (count: number) => (count === 1 ? '1 selected' : `${count} selected`),
    clearSelection: 'Clear selection',
    noMatch: (search: string) => `Nothing matches ‘${search}’`,
    noMatchText: 'Check the spelling, or search for less.',
  },
}

const enUS: DeepPartial<typeof enGB> = {
  table: { noMatch: (search: string) => `Nothing matches “${search}”` },
}

/** Texts of lists and tables, loaded with the screens that have one. */
export type ListsTexts = typeof enGB
export const listsTexts = inEditions(enGB, enUS)
