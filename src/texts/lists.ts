import { inEditions } from './overlay'
import type { DeepPartial } from './types'

const rows = (count: number): string => (count === 1 ? '1 row' : `${count} rows`)

const enGB = {
  offline: {
    shown: 'Offline. This is what was last received.',
    title: 'Not available offline',
    text: 'This is not kept on this device. It is loaded when the connection is back.',
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
