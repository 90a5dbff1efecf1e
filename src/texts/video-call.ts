import { inEditions } from './overlay'

/** A video call: the dialog that starts one, and the page on which it is held, also by the patient. */
const enGB = {
  start: {
    title: 'Video call',
    nobodyToCall: 'There are no contact details or device registered for this patient',
    text: 'A video call has two links: one for you, and one for the patient, who needs no account. The links work for 4 hours, or until the host ends the call.',
    waitingRoom: 'Waiting room',
    waitingRoomHint: 'The patient waits until the host lets them in.',
    locked: 'The waiting room cannot be changed once the call is started.',
    submit: 'Start video call',
    close: 'Close',
    started: 'The video call is started',
    once: 'Both links are shown once. They are forgotten when this is closed.',
    host: 'Host link',
    hostHint: 'For you, or for a colleague who holds the call. Do not give it to the patient.',
    patient: 'Patient link',
    open: 'Open as host',
    sent: {
      sms: 'The patient was sent their link by text message.',
      push: 'The patient was sent their link in their app.',
      nothing: 'The patient was not sent their link. Copy it, and give it to them.',
    },
    lost: 'A video call was made, but its links did not arrive, and nobody can show them again. Start another one.',
    failedToast: 'An error occurred when trying to start a video call',
    failed: 'Something went wrong when trying to start a video call.',
  },
  page: {
    title: 'Video call',
    with: (organization: string): string => `Video call with ${organization}`,
    of: (organization: string): string => `Video call of ${organization}`,
    looking: 'Opening the call…',
    unknown: {
      title: 'This link does not open a call',
      text: 'The link is not complete, or the call is over. Open the whole link once more: reloading the page gives it up. If it still does not open, ask for a new one.',
    },
    over: {
      title: 'The call is over',
      text: 'You can close this page. The link does not work any more.',
    },
    left: {
      title: 'You have left the call',
      text: 'You can close this page. You can come back for as long as the call goes on.',
    },
    taken: {
      title: 'The call is open in another window',
      text: 'This link is open already. Close the other window, wait for 30 seconds, and try again.',
    },
    unreachable: {
      title: 'The call cannot be reached',
      text: 'Check your connection to the internet, and try again.',
    },
    again: 'Try again',
    rejoin: 'Join again',
    ready: {
      lead: 'This is what the other person will see.',
      asking: 'Your browser asks whether it may use camera and microphone. Press “Allow”.',
      waitingRoom: 'You wait until you are let in.',
      join: 'Join the call',
    },
    lacks: {
      camera:
        'No camera was found, or it is not allowed. The other person will hear you, but not see you.',
      microphone:
        'No microphone was found, or it is not allowed. The other person will see you, but not hear you.',
      both: 'No camera and no microphone was found, or they are not allowed. You will see and hear the other person, but they will not see or hear you.',
      hint: 'To allow them, press the sign beside the address of this page. Then press “Try again”.',
    },
    says: {
      joining: 'Joining…',
      aloneHost: 'The patient is not here yet. Leave this page open.',
      alonePatient: 'Nobody else is here yet. Leave this page open.',
      gone: 'The other person has left. Leave this page open if they are coming back.',
      waiting: 'Please wait. You are let in soon.',
      knocking: 'The patient is waiting.',
      linking: 'Connecting…',
      talking: 'You are in the call.',
      lost: 'The connection was lost. It is being looked for…',
    },
    admit: 'Let the patient in',
    otherVideo: 'The other person',
    ownVideo: 'You',
    cameraIsOff: 'Your camera is off',
    mute: 'Turn microphone off',
    unmute: 'Turn microphone on',
    cameraOff: 'Turn camera off',
    cameraOn: 'Turn camera on',
    leave: 'Leave',
    end: 'End call for both',
    unheard: 'Turn sound on',
  },
}

export const videoCallTexts = inEditions(enGB, {})
