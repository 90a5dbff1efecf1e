import { inEditions } from './overlay'

interface Reason {
  /** What happened, in a sentence. */
  readonly what: string
  /** What the person can do about it. */
  readonly next: string
}

const damaged: Reason = {
  what: 'The server could not verify that this came from you unchanged, so it was not accepted.',
  next: 'Check the text and send it again.',
}

/** Every code of docs/sync-protocol.md, and the device's own; others use `unknown`. */
const reasons: Readonly<Record<string, Reason>> = {
  SIGNATURE: damaged,
  SESSION_UNKNOWN: damaged,
  FOREIGN_SESSION: damaged,
  MALFORMED_ENVELOPE: damaged,
  UNSEALABLE: damaged,
  MALFORMED: {
    what: 'The server could not read this record.',
    next: 'Check it and send it again. If it is not accepted again, export it and tell support.',
  },
  SESSION_REVOKED: {
    what: 'Your sign-in on this device had ended before this reached the server, so it was not accepted. Your administrators see it among the refused records.',
    next: 'If it is still true and not yet on the record, send it again with the current time.',
  },
  FORBIDDEN: {
    what: 'You were not allowed to do this when you wrote it.',
    next: 'Ask a colleague who is allowed to enter it, or discard it with a reason. If you are allowed again, send it again with the current time.',
  },
  IDENTITY_CHANGED: {
    what: 'The patient’s details have changed since you wrote this: the name, date of birth or identifier was changed, or the record was removed.',
    next: 'Open the record and check that it is the right patient. Then write it again there, and discard this one.',
  },
  INVALID: { what: 'The server did not accept what was entered.', next: 'Edit it and send it.' },
  KEPT_ELSEWHERE: {
    what: 'Another organisation looks after this patient now and keeps their details.',
    next: 'Export it for the team that looks after the patient now, then discard it with a reason.',
  },
  CHAT_CLOSED: {
    what: 'The patient is no longer admitted to one of your wards, so nobody would read an answer. It was not sent.',
    next: 'Telephone the patient, or discard it with a reason.',
  },
  NOT_FOUND: {
    what: 'This patient is not in your organisation, or you do not have access.',
    next: 'Export it for the team that looks after the patient now, then discard it with a reason.',
  },
  TOO_OLD: {
    what: 'This was written more than 90 days ago, so it was not accepted.',
    next: 'Export it and hand it over on paper, or write it again with its date.',
  },
  UNPROCESSABLE: {
    what: 'The server cannot store this as it is.',
    next: 'Edit it, or export it and tell support.',
  },
  ID_REUSED: {
    what: 'The server already has another record with this number.',
    next: 'Check whether it is on the record. If it is not, send it again.',
  },
  STUCK: {
    what: 'Sending failed several times. It is not known whether this was saved.',
    next: 'Send it again: it cannot be saved twice. If it fails again, export it and tell support.',
  },
  OUT_OF_ORDER: {
    what: 'Earlier work must be sent first.',
    next: 'It is sent automatically.',
  },
  HELLO_FIRST: {
    what: 'This device must connect to the server first.',
    next: 'It is sent automatically.',
  },
  BUSY: { what: 'The server is busy.', next: 'Lamplight keeps trying.' },
  EPOCH: {
    what: 'The server was restored from a backup, and is being checked against this device.',
    next: 'It is sent automatically.',
  },
  UNKNOWN_OP: {
    what: 'The server does not know this kind of record.',
    next: 'It is kept until Lamplight is updated.',
  },
  CLIENT_TOO_OLD: {
    what: 'This version of Lamplight is too old.',
    next: 'It is sent automatically after the update.',
  },
  UNKNOWN_OP_VERSION: {
    what: 'The server and this device have different versions of Lamplight.',
    next: 'It is kept until Lamplight is updated.',
  },
}

const unknown: Reason = {
  what: 'It was not accepted, for a reason that this version does not know.',
  next: 'Check it and send it again, or export it and tell support.',
}

/** Why the server did not accept something, by its code, and what can be done about it. */
export const refusalTexts = inEditions(
  { reasons, unknown },
  {
    reasons: {
      KEPT_ELSEWHERE: {
        what: 'Another organization looks after this patient now and keeps their details.',
      },
      NOT_FOUND: { what: 'This patient is not in your organization, or you do not have access.' },
    },
  },
)
