import type {
  EhrEventStatus,
  EhrIntegrationType,
  EhrTriggerType,
} from '../domain/ehr-integration/integration'
import { inEditions } from './overlay'

const enGB = {
  types: {
    PreApprovedMessage: 'Pre-approved message',
    CareHomeInteraction: 'Care-home interaction',
    CareNote: 'Care note',
  } as Readonly<Record<EhrIntegrationType, string>>,
  triggers: {
    DataPoint: 'Each check-up',
    Manual: 'By hand',
    PeriodicSummary: 'Periodic summary',
  } as Readonly<Record<EhrTriggerType, string>>,
  unknown: 'Unknown to this version',
  headings: {
    name: 'Name',
    type: 'Type',
    trigger: 'Trigger',
    createdAt: 'Created',
    updatedAt: 'Updated',
    approver: 'Automatic approver',
  },
  tab: {
    label: 'Integrations',
    list: 'Integrations of this pathway',
    text: 'Other systems that what is measured under this pathway can be sent to. They are set up by the supplier’s staff.',
    none: 'There are no integrations for this pathway',
    failed: 'Failed to load integrations',
  },
  setUp: {
    heading: 'Pre-approved messages',
    not: 'A pre-approved message is filed in another system in the name of its approver. You have not agreed that messages are filed in yours.',
    done: 'You agreed that messages can be filed in your name, once you register as the approver of an integration.',
    start: 'Set up pre-approved messages',
    startSure:
      'Messages with the measured values of patients of this organisation, as they are, will be filed in other systems in your name, without asking you each time, by every integration that you register for.',
    startConfirm: 'I agree',
    startDone: 'Pre-approved messages are set up',
    stop: 'Stop pre-approved messages',
    stopSure:
      'No message is filed in your name from now on. What waits to be sent by an integration that you approve for then waits for another approver.',
    stopConfirm: 'Stop',
    stopDone: 'No message is filed in your name any more',
    failed: 'Pre-approved messages were not changed',
  },
  register: {
    action: 'Register as automatic approver',
    title: 'Register as automatic approver?',
    sure: (name: string) =>
      `Messages of ${name} will be filed in your name, and what waits for an approver is sent now.`,
    instead: (email: string) => `You take the place of ${email}.`,
    confirm: 'Register',
    done: 'Successfully registered as approver',
    failed: 'Failed to register as approver',
    notSetUp: 'Set up pre-approved messages first',
    notNeeded: 'This type of integration needs no approver',
  },
  remove: {
    action: 'Remove automatic approver',
    title: 'Remove automatic approver?',
    sure: (name: string, email: string) =>
      `Messages of ${name} are no longer filed in the name of ${email}. Nothing is sent by it until another approver registers.`,
    confirm: 'Remove',
    done: 'Successfully removed auto approval',
    failed: 'Failed to remove auto approval',
    none: 'There is no automatic approver',
  },
  queue: {
    title: 'Integrations',
    list: 'Integration queue',
    text: 'What was sent, or is to be sent, to other systems.',
    completed: 'Show completed',
    none: { title: 'Nothing waits to be sent', text: 'Show completed lists what was sent.' },
    noneAtAll: { title: 'Nothing was sent yet' },
    failed: 'Failed to fetch integration events',
    headings: {
      patient: 'Patient',
      integration: 'Integration',
      status: 'Status',
      createdAt: 'Created',
      updatedAt: 'Updated',
      details: 'Details',
    },
    show: 'Details',
    statuses: {
      pending: 'Pending',
      submitted: 'Submitted',
      action_required: 'Action required',
      error: 'Error',
      success: 'Success',
      rejected: 'Rejected',
      skipped: 'Skipped',
    } as Readonly<Record<EhrEventStatus, string>>,
    contactSupport: 'Contact support',
  },
  event: {
    title: (patient: string) => `Data of ${patient}`,
    notHere: 'This event is not on the page that is shown.',
    record: 'Open the record',
    type: 'Type',
    period: 'Period',
    from: (from: string, to: string) => `${from} to ${to}`,
    response: 'Response',
    noResponse: 'None yet',
    innerError: 'What the other system said',
    note: 'Consultation note',
    coded: 'Coded values',
    codedHeadings: { code: 'Code', value: 'Value', units: 'Unit', text: 'Text' },
    noCoded: 'None',
    retry: 'Retry',
    retried: 'Successfully scheduled retry',
    retryFailed: 'Something went wrong retrying. Please try again.',
  },
  push: {
    title: 'Send data to clinical record',
    none: (pathway: string) => `There are no manual integrations configured for ${pathway}`,
    integration: 'Integration',
    integrationRequired: 'Integration is required',
    choose: 'Choose an integration',
    range: 'Period',
    ranges: { latest: 'Latest check-up', day: 'Last 24 Hours', custom: 'Custom' } as Readonly<
      Record<'latest' | 'day' | 'custom', string>
    >,
    from: 'Start date',
    fromRequired: 'Start date is required',
    to: 'End date',
    toRequired: 'End date is required',
    text: 'The check-ups of the period are sent as they are now, with their values, scores and notes.',
    send: 'Send',
    sent: 'Sending data. Progress can be checked in the integration queue.',
    skipped: (why: string) => `Nothing is sent: ${why}`,
    waits: 'This integration has no approver yet: what is sent waits for one.',
    queue: 'Integration queue',
    failed: 'An error occurred when attempting to send the data',
    loadFailed: 'Failed to load integrations',
  },
}

/** The texts of integrations in an edition; the same object each time. */
export const ehrIntegrationsTexts = inEditions(enGB, {
  setUp: {
    startSure:
      'Messages with the measured values of patients of this organization, as they are, will be filed in other systems in your name, without asking you each time, by every integration that you register for.',
  },
})
