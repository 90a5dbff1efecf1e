import { inEditions } from './overlay'
import type { DeepPartial } from './types'

/** /admin, for internal staff. */
const enGB = {
  subtitle: 'Organisations, their users, and emails',
  practicesNotInvited: (count: number): string =>
    count === 1 ? '1 practice is not yet invited.' : `${count} practices are not yet invited.`,
  organizations: {
    heading: 'Organisations',
    list: 'List of organisations',
    search: 'Search organisations',
    empty: 'There are no organisations.',
    failed: 'The organisations could not be loaded',
    name: 'Name',
    type: 'Type',
    edition: 'Edition',
    users: 'Users',
    andLogins: (users: number, logins: number): string =>
      logins === 1 ? `${users} and 1 patient’s login` : `${users} and ${logins} patients’ logins`,
    terms: 'Terms',
    accepted: 'Accepted',
    notAccepted: 'Not accepted',
    created: 'Created',
    show: 'Show users',
    factor: 'Second factor',
    required: 'Required',
    notRequired: 'Not required',
    duty: {
      require: 'Require a second factor',
      stop: 'Stop requiring a second factor',
      sure: (name: string): string =>
        `Every user of ${name} must then sign in with a code. Who has none set up sees only their account page, which says what to do.`,
      stopSure: (name: string): string =>
        `Users of ${name} can then sign in with their password alone.`,
      failed: 'This could not be changed',
    },
    types: {
      virtual_ward: 'Virtual ward',
      care_home: 'Care home',
      practice: 'Practice',
      internal: 'Internal',
    },
    editions: { 'en-GB': 'United Kingdom', 'en-US': 'United States' },
  },
  partners: {
    of: (name: string): string => `Partners of ${name}`,
    list: 'Partners',
    text: 'An organisation refers patients only to partners that agreed to accept them.',
    empty: 'No partners',
    failed: 'The partners could not be loaded',
    partner: 'Partner',
    to: 'Refers patients to it',
    from: 'Refers patients here',
    yes: 'Yes',
    no: 'No',
    add: {
      action: 'Add partner',
      field: 'Partner organisation',
      search: 'Name of the organisation',
      none: 'No organisations found',
      direction: 'Who refers patients',
      to: (name: string): string => `${name}, to the partner`,
      from: (name: string): string => `The partner, to ${name}`,
      save: 'Add',
    },
    allow: (from: string, to: string): string => `Allow ${from} to refer to ${to}`,
    stop: (from: string, to: string): string => `Stop ${from} referring to ${to}`,
    allowSure: (from: string, to: string): string =>
      `${from} can then refer patients to ${to}. ${to} must have agreed to it.`,
    stopSure: (from: string, to: string): string =>
      `${from} can then no longer refer patients to ${to}, and referrals that are pending are cancelled.`,
    confirm: { allow: 'Allow', stop: 'Stop' },
    notChanged: 'This could not be changed',
  },
  create: {
    action: 'Create organisation',
    save: 'Create',
    failed: 'The organisation could not be created',
    name: 'Name of the organisation',
    type: 'Type',
    edition: 'Edition',
    telephone: 'Telephone',
    address: 'Address',
    postcode: 'Postcode',
    scheme: 'National identifier',
    noScheme: 'None',
    schemes: {
      NhsNumber: 'NHS number',
      NorthernIrelandHcn: 'Health and Care number (Northern Ireland)',
    },
    features: 'Features',
    email: 'Email of the first user',
    emailHint: 'They are sent an invitation, and administer the organisation once they accept.',
    firstName: 'First name',
    lastName: 'Last name',
    done: (name: string): string => `${name} was created`,
    featureNames: {
      continuousMonitoring: 'Continuous monitoring',
      plethAiHeartRhythmContinuousMonitoring: 'Heart rhythm in continuous monitoring',
      ecgWaveformAnalysis: 'ECG analysis',
      patientChat: 'Patient chat',
      videoCall: 'Video calls',
      patientAcuityScore: 'Patient acuity score',
      manualExpectedLengthOfStay: 'Expected discharge by hand',
      referrals: 'Referrals',
      ehrIntegrations: 'Health record integrations',
      ehrIntegrationsNourish: 'Care record integration',
      integrationApi: 'Integration API',
      cleoIntegrationApi: 'Clinical toolbar integration',
      nationalIdentifierScheme: 'National identifiers',
      wards: 'Wards',
      selfCare: 'Self-care',
      virtualWardAllPatientsLegacyBehavior: 'Virtual ward shows all patients',
      automaticLogoutAlert: 'Automatic logout',
    },
  },
  mails: {
    heading: 'Unsent emails',
    lead: 'Without an email server, emails are listed here instead of being sent, newest first. Their links work for an hour, then their code is hidden.',
    empty: 'No emails yet. A password reset creates one.',
    to: 'To',
    failed: 'The emails could not be loaded',
  },
  troubles: {
    heading: 'Emails that could not be sent',
    list: 'List of emails that could not be sent',
    empty: 'Every email was handed over.',
    failed: 'The emails that could not be sent could not be loaded',
    to: 'To',
    subject: 'Subject',
    created: 'Written',
    attempts: 'Tries',
    problem: 'Answer of the email server',
    next: 'Next try',
    givenUp: 'Given up',
  },
  users: {
    heading: 'Users',
    of: (organization: string): string => `Users of ${organization}`,
    includeDeleted: 'Include deleted users',
    search: 'Search by name or email',
    list: 'List of users',
    empty: 'This organisation has no users.',
    name: 'Name',
    email: 'Email',
    roles: 'Roles',
    jobRole: 'Job role',
    lastLogin: 'Last login',
    invited: 'Welcomed',
    signIn: 'Can sign in',
    yes: 'Yes',
    no: 'No',
    unknown: 'Unknown',
    deleted: 'Deleted',
    failed: 'The users could not be loaded',
    never: 'Never',
    notAccepted: 'Has not accepted yet',
    loginAs: {
      action: 'Log in as',
      title: 'Log in as this user?',
      text: (email: string): string =>
        `You are signed out and act as ${email} for an hour at most. What you do is logged under both names. They and their organisation are told, with the reason.`,
      reason: 'Reason',
      reasonHint:
        '10 characters or more. The user and the administrators of their organisation read it.',
      notDone: 'You are not logged in as this user',
      failed: (message: string): string => `Error during login-as: ${message}`,
    },
    invite: {
      action: 'Invite a colleague',
      text: 'They become internal staff, as you are: they see every organisation, its users and emails. They are sent a welcome email.',
      email: 'Email',
      missing: 'Enter the email',
      save: 'Invite',
      failed: 'The colleague could not be invited',
    },
    inviteAdministrator: {
      action: 'Invite administrator',
      text: 'Nobody is a user of this organisation yet. They are asked to administer it once they accept. Earlier invitations to it are withdrawn.',
      failed: 'The administrator could not be invited',
    },
    rename: {
      action: 'Change name',
      firstName: 'First name',
      lastName: 'Last name',
      save: 'Save',
      failed: 'The name could not be changed',
    },
    changeRoles: {
      action: 'Change roles',
      save: 'Save',
      failed: 'The roles could not be changed',
      missing: 'Choose a role',
    },
    welcome: {
      action: 'Send welcome email',
      title: 'Send welcome email?',
      text: (email: string): string => `${email} is sent a welcome email.`,
      failed: 'The welcome email could not be sent',
    },
    provider: {
      action: 'Create identity-provider user',
      title: 'Create identity-provider user?',
      text: (email: string): string =>
        `${email} can then sign in once a password is chosen. Nothing is sent.`,
      failed: 'The identity-provider user could not be created',
    },
    reset: {
      action: 'Send password reset link',
      title: 'Send password reset link?',
      text: (email: string): string =>
        `A link to choose a new password is emailed to ${email} alone, if this server sends email. It works once, for an hour.`,
      sent: (email: string): string =>
        `A link to choose a new password was made for ${email}. It is emailed if this server sends email.`,
      failed: 'The link could not be made',
    },
  },
  integrations: {
    of: (name: string): string => `Integrations of ${name}`,
    list: 'Integrations with other systems',
    empty: 'This organisation sends to no other system.',
    failed: 'The integrations could not be loaded',
    add: 'Add integration',
    save: 'Add',
    addFailed: 'The integration could not be added',
    noPathway: 'It has no care pathway',
    pathway: 'Care pathway',
    name: 'Name',
    nameHint: 'As its staff know the other system',
    address: 'Address',
    addressHint: 'Begins with https://. Data of patients is sent there.',
    openEvents: 'Not sent yet',
    made: 'The integration was added',
    madeText:
      'What is sent is signed with this secret. It is shown once: give it to the people who run the other system.',
    secret: 'Secret',
    lost: (name: string): string =>
      `${name} was added, and its secret is lost. End it and add another.`,
    end: 'End integration',
    endConfirm: 'End it',
    endSure: (name: string, open: number): string =>
      open === 0
        ? `${name} sends nothing from now on. It cannot be taken up again.`
        : `${name} sends nothing from now on, and ${open === 1 ? '1 event that was not sent yet is' : `${open} events that were not sent yet are`} skipped. It cannot be taken up again.`,
    endFailed: 'The integration could not be ended',
  },
}

const enUS: DeepPartial<typeof enGB> = {
  subtitle: 'Organizations, their users, and emails',
  organizations: {
    heading: 'Organizations',
    list: 'List of organizations',
    search: 'Search organizations',
    empty: 'There are no organizations.',
    failed: 'The organizations could not be loaded',
  },
  partners: {
    text: 'An organization refers patients only to partners that agreed to accept them.',
    add: {
      field: 'Partner organization',
      search: 'Name of the organization',
      none: 'No organizations found',
    },
    stopSure: (from: string, to: string): string =>
      `${from} can then no longer refer patients to ${to}, and referrals that are pending are canceled.`,
  },
  create: {
    action: 'Create organization',
    failed: 'The organization could not be created',
    name: 'Name of the organization',
    postcode: 'ZIP code',
    schemes: {
      NhsNumber: 'United Kingdom, except Northern Ireland',
      NorthernIrelandHcn: 'Northern Ireland',
    },
    emailHint: 'They are sent an invitation, and administer the organization once they accept.',
  },
  integrations: { empty: 'This organization sends to no other system.' },
  users: {
    empty: 'This organization has no users.',
    loginAs: {
      text: (email: string): string =>
        `You are signed out and act as ${email} for an hour at most. What you do is logged under both names. They and their organization are told, with the reason.`,
      reasonHint:
        '10 characters or more. The user and the administrators of their organization read it.',
    },
    inviteAdministrator: {
      text: 'Nobody is a user of this organization yet. They are asked to administer it once they accept. Earlier invitations to it are withdrawn.',
    },
    invite: {
      text: 'They become internal staff, as you are: they see every organization, its users and emails. They are sent a welcome email.',
    },
  },
}

export type InternalTexts = typeof enGB

export const internalTexts = inEditions(enGB, enUS)
