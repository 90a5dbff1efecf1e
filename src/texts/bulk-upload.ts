import type { Likeness } from '../domain/identity'
import type { CellFault } from '../domain/patient-sheet/check-rows'
import type { FileFault, RowDoubt } from '../domain/patient-sheet/read-grid'
import { rowLimit, sheetName, type SheetColumn } from '../domain/patient-sheet/columns'
import type { UploadStatus } from '../domain/patient-sheet/status'
import { likenessTexts } from './likeness'
import { inEditions } from './overlay'

const patients = (count: number): string => (count === 1 ? '1 patient' : `${count} patients`)
const rows = (count: number): string => (count === 1 ? '1 row' : `${count} rows`)
const list = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ')

const columns: Readonly<Record<SheetColumn, string>> = {
  firstName: 'First Name',
  lastName: 'Last Name',
  gender: 'Sex',
  nhsNumber: 'NHS Number',
  birthDate: 'Birth Date',
  address: 'Address',
  postcode: 'Postcode',
  preExistingConditions: 'Pre-Existing Conditions',
}

const fileFaults = {
  'not-xlsx': 'That file is not an Excel workbook (.xlsx). Save it as one, and choose it again.',
  'old-xls':
    'That file is of the old .xls format, or is protected by a password. Save it as .xlsx without a password, and choose it again.',
  'too-big': 'That file is larger than 5 MB. Take pictures out of it, or split it.',
  'unpacks-too-big': 'That file unpacks to more than 64 MB. Copy the patients into the template.',
  'too-slow':
    'That file takes longer than 10 seconds to read. Copy the patients into the template.',
  unread: 'An error occurred while reading the file. Please try again.',
  unreadable:
    'An error occurred while reading the file. Open it in Excel, save it as .xlsx, and choose that file.',
  empty: 'That file does not appear to contain any data.',
  'no-sheet': `That file has no sheet named '${sheetName}'. Name it so, or use the template.`,
} satisfies Record<
  Exclude<FileFault['code'], 'columns-missing' | 'column-twice' | 'too-many-rows'>,
  string
>

const cellFaults = {
  required: 'Required',
  gender: 'Must be male or female',
  letters: 'Must be digits alone',
  length: 'Must have 10 digits',
  'check-digit': 'Is not a valid number: check each digit',
  placeholder: 'Is no patient’s number: enter theirs, or leave the cell empty',
  'date-form': 'Must be a date as DD/MM/YYYY',
  'date-year': 'Is a year alone: enter the day as DD/MM/YYYY',
  'no-day': 'There is no such day',
  future: 'Must be in the past',
  'too-old': 'Is more than 130 years ago',
  'no-scheme': 'Your organisation uses no such number: leave it empty',
  unstorable: 'Contains a character that cannot be stored',
  direction: 'Contains a hidden character that changes the direction of text: enter the name again',
  joiner: 'Contains a hidden joiner, which its letters do not use: enter the name again',
  formula: 'Is a formula: enter its value',
  error: 'Is an error of a formula: enter its value',
  date: 'Is a date: enter what belongs in this column',
  number: 'Is a number: enter what belongs in this column',
  truth: 'Is TRUE or FALSE: enter what belongs in this column',
  time: 'Has a time of day: check the day, and enter it as DD/MM/YYYY',
  zeros: 'Has fewer than 5 digits: enter the ZIP Code with its first zeros',
} satisfies Record<
  Exclude<CellFault['code'], 'too-long' | 'too-many' | 'number-twice' | 'patient-twice'>,
  string
>

const statuses: Readonly<Record<UploadStatus, string>> = {
  Pending: 'Pending',
  Submitted: 'Creating Patient',
  Created: 'Created',
  AlreadyExists: 'Already exists',
  ErrorCreating: 'Error creating',
  Admitting: 'Admitting',
  Admitted: 'Admitted',
  ErrorAdmitting: 'Error admitting',
}

const enGB = {
  title: 'Bulk Add Patients',
  elsewhere:
    'This upload is open in another tab, or its last patients are still being sent. It continues here once that is over.',
  columns,
  statuses,
  start: {
    fill: 'Step 1: fill the template',
    fillText: `The sheet '${sheetName}' has a row for each patient, at most ${rowLimit.toLocaleString('en-GB')}. First name, last name, sex (male or female) and birth date (DD/MM/YYYY) are needed. An address needs both of its columns. Conditions are separated by commas.`,
    template: 'Download Import Template',
    upload: 'Step 2: upload it',
    uploadText: 'Nothing is sent before you have looked through what was read.',
    choose: 'Choose file',
    reading: (name: string) => `Reading ${name}`,
    refused: 'The file was not read',
  },
  fileFaults,
  columnsMissing: (headings: readonly string[]) =>
    `The sheet '${sheetName}' has no column ${list(headings)}. Use the headings of the template.`,
  columnTwice: (headings: readonly string[]) =>
    `The sheet '${sheetName}' has the column ${list(headings)} twice. Take one out.`,
  tooManyRows: (count: number) =>
    `The sheet has ${count.toLocaleString('en-GB')} rows. At most ${rowLimit.toLocaleString('en-GB')} are read: split it.`,
  cellFaults,
  tooLong: (limit: number) => `Has more than ${limit} characters`,
  tooMany: (limit: number) => `Has more than ${limit} conditions`,
  numberTwice: (row: number) => `The same number as in row ${row}`,
  patientTwice: (row: number) => `The same name and birth date as in row ${row}`,
  preview: {
    caption: (file: string) => `Patients in ${file}`,
    read: (count: number) => `${patients(count)} read. Nothing is sent yet.`,
    faults: (faults: number, faulty: number) =>
      `${faults === 1 ? '1 cell' : `${faults} cells`} in ${rows(faulty)} must be corrected.`,
    noFaults: 'No fault was found.',
    checking: 'The rows are being checked.',
    ignored: (headings: readonly string[]) => `Columns that are left out: ${list(headings)}.`,
    halfAddress: (count: number) =>
      `${rows(count)} with half an address: it is kept only where both of its columns are filled in.`,
    hiddenSheet: `The sheet '${sheetName}' is hidden in the file. Make sure that it is the one you mean.`,
    doubts: {
      hidden: (count: number) =>
        count === 1
          ? 'The file hides 1 row, which was read as well.'
          : `The file hides ${count} rows, which were read as well.`,
      swapped: (count: number) =>
        `The spreadsheet may have swapped day and month in ${rows(count)}. Compare the birth dates with another source.`,
    } satisfies Record<RowDoubt, (count: number) => string>,
    doubtful: {
      hidden: 'Hidden in the file',
      swapped: 'Day and month may be swapped',
    } satisfies Record<RowDoubt, string>,
    inDoubt: (count: number) => `Rows in doubt (${count})`,
    noDoubt: 'No row is in doubt',
    leaveHidden: 'Leave hidden rows out',
    row: 'Row',
    rowName: (row: number) => `Row ${row}`,
    show: 'Show',
    all: (count: number) => `All rows (${count})`,
    faulty: (count: number) => `Rows to correct (${count})`,
    alike: (count: number) => `Similar names (${count})`,
    alikeRow: (row: number, likeness: Likeness) =>
      `Similar to row ${row}: ${likenessTexts.said(likeness)}`,
    alikePatient: (name: string, date: string, likeness: Likeness) =>
      `Similar to a registered patient, ${name}, ${date}: ${likenessTexts.said(likeness)}`,
    /** Of an edition that writes dates otherwise than the sheet. */
    dates: null as string | null,
    /** The form of what is entered, where the edition has another. */
    enteredAs: (column: string) => column,
    noAlike: 'There are no similar names',
    noRows: 'No row is left',
    leaveOut: 'Leave this row out',
    field: (cell: string, column: string) => `${cell}, ${column}`,
    fault: (cell: string, message: string) => `${cell}: ${message}`,
    another: 'Choose another file',
  },
  place: {
    title: 'Ward and care pathway of all of them',
    ward: 'Ward',
    carePathway: 'Care Pathway',
    choose: 'Choose',
    gone: (name: string) => `'${name}' does not exist any more. Choose another.`,
    failed: 'An error occurred when fetching wards and care pathways for selection',
    noRight: 'The patients are registered. Who admits patients to wards can admit them afterwards.',
    none: 'There is no ward or no care pathway: the patients are registered, and not admitted.',
  },
  save: {
    label: (count: number) => `Add ${patients(count)}`,
    noRows: 'There must be at least one row.',
    faults: 'Correct the faults, or leave their rows out.',
    place: 'Choose a ward and a care pathway.',
    offline: 'This needs a connection.',
    asking: 'Looking for similar names among the registered patients',
    unasked: 'Nothing was sent: similar names could not be looked for',
    keeping: 'Keeping the list on this device',
    notKept:
      'The list could not be kept on this device, so that nothing was sent: a closed page would have lost it.',
  },
  alike: {
    title: 'Are they registered already?',
    text: (count: number) =>
      count === 1
        ? '1 row is similar to someone else in names and date of birth:'
        : `${count} rows are similar to someone else in names and date of birth:`,
    row: (row: number, name: string, date: string) => `Row ${row}: ${name}, ${date}`,
    add: 'Add as other patients',
    back: 'Look at these rows',
  },
  progress: {
    caption: (file: string) => `Upload of ${file}`,
    of: (done: number, all: number) => `${done} of ${patients(all)} done`,
    counts: {
      added: (count: number) => `${count} added`,
      admitted: (count: number) => `${count} of them admitted`,
      existing: (count: number) => `${count} existed already`,
      failed: (count: number) => `${count} failed`,
      left: (count: number) => `${count} not sent`,
    },
    running: 'Closing this stops the upload. It goes on from here when you open it again.',
    keepsNothing: 'This browser keeps nothing: do not close the page before the upload is done.',
    stopping: 'Stopping after the patients that are being sent',
    stopped: 'The upload was stopped. What was added stays.',
    interrupted: 'The upload was interrupted. It goes on from here, and adds nobody twice.',
    waiting: 'The server takes no more for now. The upload continues automatically.',
    paused: 'The upload was interrupted',
    done: 'The upload is done',
    stop: 'Stop',
    goOn: 'Go on',
    close: 'Done',
    discard: 'Discard the rest',
    discardTitle: 'Discard the rest of the upload?',
    discardText: (added: number, left: number) =>
      `${patients(added)} added so far stay. ${rows(left)} will not be sent.`,
    keep: 'Keep it',
    correct: (count: number) => `Correct ${rows(count)}`,
    name: 'Patient',
    status: 'Status',
    details: (name: string) => `Why ${name} failed`,
    all: (count: number) => `All (${count})`,
    failed: (count: number) => `Failed (${count})`,
    existing: (count: number) => `Existed already (${count})`,
    open: 'Open the record',
    notFound: 'The record was not found. Search for the patient in the list of patients.',
    notYours: 'You may not open this record.',
    lookupFailed: 'The record could not be looked up',
    another: 'Clear this list',
    show: 'Show',
    none: 'There are none',
    unseen: 'The patient was added before, and you cannot see them any more.',
  },
  /** What the server's arguments are called. */
  fields: {
    ...columns,
    nationalIdentifierValue: columns.nhsNumber,
    wardId: 'Ward',
    carePathwayId: 'Care Pathway',
  } as Readonly<Record<string, string>>,
  fieldFault: (field: string, message: string) => `${field}: ${message}`,
}

export type BulkUploadTexts = typeof enGB

/** What is wrong with a file, in words. */
export const fileFaultText = (t: BulkUploadTexts, fault: FileFault): string => {
  switch (fault.code) {
    case 'columns-missing':
      return t.columnsMissing(fault.headings)
    case 'column-twice':
      return t.columnTwice(fault.headings)
    case 'too-many-rows':
      return t.tooManyRows(fault.count)
    default:
      return t.fileFaults[fault.code]
  }
}

/** What is wrong with a cell, in words. */
export const cellFaultText = (t: BulkUploadTexts, fault: CellFault): string => {
  switch (fault.code) {
    case 'too-long':
      return t.tooLong(fault.limit)
    case 'too-many':
      return t.tooMany(fault.limit)
    case 'number-twice':
      return t.numberTwice(fault.of)
    case 'patient-twice':
      return t.patientTwice(fault.of)
    default:
      return t.cellFaults[fault.code]
  }
}

/** The texts of the bulk upload in an edition; the same object each time. */
export const bulkUploadTexts = inEditions(enGB, {
  cellFaults: { 'no-scheme': 'Your organization uses no such number: leave it empty' },
  columns: { postcode: 'ZIP Code' },
  preview: {
    dates:
      'Birth dates are shown as Dec 2, 2026. In the sheet, and where you correct them, they are DD/MM/YYYY.',
    enteredAs: (column: string) => `${column} as DD/MM/YYYY`,
  },
  fields: { postcode: 'ZIP Code' },
})
